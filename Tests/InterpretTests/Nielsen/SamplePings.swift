/// Pings for tests, with made-up identifiers.
enum SamplePings {
    /// The ad ping of the Swedish iOS guide (SDK 8.1), as published.
    static let guide =
        "https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=se-910685&ch=se-910685_c01_P&asn=defChnAsset"
        + "&fp_id=a2nfmy17lyvkhlxqstvmgypqly90m1629966210&fp_cr_tm=1629966210&fp_acc_tm=1629966210"
        + "&fp_emm_tm=1629966210&ve_id=20A7CFD5-9860-4256-A6CE-45C251F4C243"
        + "&sessionId=yvx0rtsxydmaxueji8zgfzj0f2f1w1629966209&tl=&prv=1&c6=vc,c01&ca=se-910685_c01_51HERB1501"
        + "&cg=Play%20%3E%20Webbtv%20%3E%20Nyheter&c13=asid,P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41&c32=segA,NA"
        + "&c33=segB,NA&c34=segC,NA&c15=apn,Aftonbladet&plugv=&playerv=&sup=1&segment2=&segment1=&forward=0&ad=1"
        + "&cr=4_00_99_D1_00000&c9=devid,12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8&enc=true"
        + "&c1=nuid,12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8&at=timer&rt=video"
        + "&c16=sdkv,ai.8.1.0&c27=cln,15&crs=&lat=&lon=&c29=plid,16299662096458868&c30=bldv,ai.8.1.0.0_gsxaoni&st=dcr"
        + "&c7=osgrp,&c8=devgrp,&c10=plt,&c40=adbid,&c14=osver,iOS14.6&c26=dmap,1&dd=&hrd=&wkd=&c35=adrsid,"
        + "&c36=cref1,&c37=cref2,&c11=agg,1&c12=apv,5.47.83.0.25245&c51=adl,15&c52=noad,1&sd=15&pc=NA&c53=fef,n"
        + "&c54=oad,&c55=cref3,&c57=adldf,2&ai=51HERB1501&c3=st,a&c64=starttm,1629966240&adid=51HERB1501"
        + "&c58=isLive,false&c59=sesid,iqal6k21r0de8gm901kif5xznar7q1629966240&c61=createtm,1629966255&c63=pipMode,"
        + "&ci_userid=&is_auto_play=&pl_title=&is_prem=&is_prog=&ad_origin=&adidx=1%2F1&is_tpad=&ci_passthr="
        + "&c62=sendTime,1629966255&c68=bndlid,se.aftonbladet.Aftonbladet&c69=cvw,&nodeTM=&logTM=&c73=phtype,"
        + "&c74=dvcnm,&c76=adbsnid,&uoo=&c44=progen,&davty=1&si=&c66=mediaurl,"
        + "&sdd=retry,0~~retryreason,~~devmodel,iPhone9%2C4~~devtypid,iPhone9%2C4~~sysname,iOS~~sysversion,14.6"
        + "~~manuf,Apple&cat_id=a6f7fb13-8801-484c-9692-6db6dfb470aa&vtoff=0&rnd=1629966255319"

    /// An opted-out app ping as Czech integrations send it: blank ids, a title encoded twice, client variables.
    static let optedOut =
        "https://secure-cert.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=cz-000001&c13=asid,P00000000-0000-4000-8000-000000000001"
        + "&tl=Ad%2520preroll%2520Sample&cr=4_00_99_D1_00000&c9=devid,&c1=nuid,&at=timer&c27=cln,15&c3=st,a&ai=SPOT1"
        + "&c60=cvarall,p0%252Csamplecz~~p1%252Cweb~~~~~~p4%252Ca&c74=dvcnm,Apple+iPad&uoo=true"
        + "&c61=createtm,1700000015&c62=sendTime,1700000315&c64=starttm,1700000000&rnd=1700000015001"

    /// A browser's static view ping: encoded commas, a short cache buster, an empty diagnostics list.
    static let browser =
        "https://secure-it.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=it-000002&ca=NA"
        + "&c13=asid%2CP00000000-0000-4000-8000-000000000002&cr=V&c16=sdkv%2Cbj.6.0.0&c27=cln%2C0&c3=st%2Cc&at=view"
        + "&c9=devid%2C&sdd=&c61=createtm%2C1700000001&rnd=123456"

    /// A DCR ping with a few fields, for tests of sessions and repeats.
    static func ping(
        app: String = "P00000000-0000-4000-8000-000000000009", player: String = "17000000001111111",
        session: String = "aaaa1700000000", view: String = "bbbb1700000000", cr: String = "4_00_99_D1_00000",
        stream: String = "c", created: Int = 1_700_000_010, rnd: Int = 1, retry: Int = 0
    ) -> String {
        "https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr&c13=asid,\(app)&c29=plid,\(player)&sessionId=\(session)"
            + "&c59=sesid,\(view)&cr=\(cr)&c3=st,\(stream)&ai=A1&c64=starttm,1700000000&c61=createtm,\(created)"
            + "&c62=sendTime,\(created)&c27=cln,10&sdd=retry,\(retry)~~retryreason,&rnd=\(rnd)"
    }
}
