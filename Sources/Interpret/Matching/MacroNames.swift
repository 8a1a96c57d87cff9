/// The macros that players must know: VAST 4.x (section 6 and its live list), VAST 3 (section 2.2.4), VMAP 1.0
/// (section 2.5, both spellings of the error code).
enum MacroNames {
    static let known: Set<String> = [
        // Generic
        "TIMESTAMP", "CACHEBUSTING",
        // The ad break and its place in the content
        "CONTENTPLAYHEAD", "MEDIAPLAYHEAD", "BREAKPOSITION", "BLOCKEDADCATEGORIES", "ADCATEGORIES", "ADCOUNT",
        "TRANSACTIONID", "PLACEMENTTYPE", "ADTYPE", "UNIVERSALADID", "BREAKMAXDURATION", "BREAKMINDURATION",
        "BREAKMAXADS", "BREAKMINADLENGTH", "BREAKMAXADLENGTH", "PODSEQUENCE", "ADSERVINGID", "CONTENTID", "CONTENTURI",
        "CONTENTCAT", "PLCMT", "MAXSEQ", "RWDD",
        // The client
        "IFA", "IFATYPE", "CLIENTUA", "SERVERUA", "DEVICEUA", "SERVERSIDE", "DEVICEIP", "DEVICETYPE", "LATLONG", "MAKE",
        "MODEL", "OS", "OSV",
        // The publisher
        "DOMAIN", "PAGEURL", "APPBUNDLE", "APPNAME", "STOREID", "STOREURL",
        // What the player can do
        "VASTVERSIONS", "APIFRAMEWORKS", "EXTENSIONS", "VERIFICATIONVENDORS", "OMIDPARTNER", "MEDIAMIME",
        "PLAYERCAPABILITIES", "CLICKTYPE", "PLAYBACKMETHODS",
        // What the player does
        "PLAYERSTATE", "INVENTORYSTATE", "PLAYERSIZE", "ADPLAYHEAD", "ASSETURI", "CLICKPOS",
        // Errors and verification
        "ERRORCODE", "REASON", "ERROR_CODE", "ERROR_MESSAGE", "ERRORMESSAGE",
        // Regulation
        "LIMITADTRACKING", "REGULATIONS", "GDPRCONSENT", "GPPSTRING", "GPPSECTIONID",
    ]
}
