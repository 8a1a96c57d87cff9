/// Opt-out, identifiers, first-party ids and what must not go live.
extension NielsenFault {
    static let privacy: [NielsenFault] = [
        NielsenFault(
            id: "nielsen.optout-flag-missing", title: "The user opted out, and pings do not say so",
            requirement: "N-cert, N-api; R-004-138",
            choices: ["nielsen.optOut": "already", "nielsen.flavour": "global"],
            pings: { plot in
                for place in plot.counting { plot.pings[place]["uoo"] = "" }
                plot.blameEach(plot.counting, .malformed, "uoo", "opted out without a flag")
            }),
        NielsenFault(
            id: "nielsen.optout-with-ids", title: "The user opted out, and pings carry the device id",
            requirement: "N-cz sample; R-004-138",
            choices: ["nielsen.optOut": "already", "nielsen.flavour": "global", "nielsen.att": "authorized"],
            pings: { plot in
                for place in plot.counting {
                    plot.pings[place]["c9"] = plot.device.advertisingId
                    plot.pings[place]["c1"] = plot.device.advertisingId
                }
                plot.blameEach(plot.counting, .malformed, "devid", "opted out with an id")
            }),
        NielsenFault(
            id: "nielsen.optin-lost", title: "The user agrees again, and pings go on as opted out",
            requirement: "N-cert: a hello with uoo=false; R-004-132",
            choices: [
                "nielsen.optOut": "outAndIn", "nielsen.plays": "2", "nielsen.launches": "1", "nielsen.content": "clip",
                "nielsen.flavour": "global", "nielsen.fpid": "unset", "nielsen.att": "authorized",
            ], acts: [],
            pings: { plot in
                guard let call = plot.calls.last(where: { $0.isCall("userOptOut") && $0.args == "nielsenappsdk://0" })
                else { return }
                plot.pings.removeAll { $0.kind == .config && $0.created > call.at }
                let later = plot.counting.filter { plot.pings[$0].created > call.at }
                for place in later {
                    plot.pings[place]["uoo"] = "true"
                    plot.pings[place]["c9"] = ""
                    plot.pings[place]["c1"] = ""
                    plot.blame(
                        .malformed, "uoo", owner: plot.pings[place].owner, "opted in, and marked as out",
                        calls: [call.id],
                        pings: [plot.pings[place].id])
                }
            }),
        NielsenFault(
            id: "nielsen.close-forwarded", title: "nielsen://close is passed to userOptOut",
            requirement: "S4: only closes the page; R-004-134, R-004-187",
            choices: ["nielsen.optOut": "before", "nielsen.flavour": "noad"],
            calls: { plot in
                guard let choice = plot.calls.first(where: { $0.isCall("userOptOut") }) else { return }
                var copy = choice
                copy.id = 0
                copy.at += 900_000
                copy.args = "nielsen://close"
                plot.calls.append(copy)
                plot.number()
                guard let close = plot.calls.first(where: { $0.args == "nielsen://close" }) else { return }
                plot.blame(.undue, "userOptOut", owner: "nielsen://close", "no choice", calls: [close.id])
            }),
        NielsenFault(
            id: "nielsen.optout-value", title: "userOptOut is called with true",
            requirement: "S4: nielsenappsdk://1; R-004-131",
            choices: ["nielsen.optOut": "before", "nielsen.flavour": "noad"],
            calls: { plot in
                for place in plot.calls.indices where plot.calls[place].isCall("userOptOut") {
                    plot.calls[place].args = "true"
                    plot.blame(.malformed, "userOptOut", owner: "true", "no choice", calls: [plot.calls[place].id])
                }
            },
            pings: { plot in
                // The next launch reads the choice from the device.
                plot.blameEach(plot.unmarked, .malformed, "uoo", "the choice did not reach the SDK")
            }),
        NielsenFault(
            id: "nielsen.att-denied-with-ids", title: "Tracking is denied, and pings carry the device id",
            requirement: "S4 Global: ATT; R-004-06, R-004-08",
            choices: ["nielsen.att": "denied", "nielsen.flavour": "global"],
            calls: { plot in for place in plot.launches.indices { plot.launches[place].isTracked = true } },
            pings: { plot in plot.blameEach(plot.counting, .malformed, "devid", "denied with an id") }),
        NielsenFault(
            id: "nielsen.noid-never-opted-out", title: "A Kids app does not call userOptOut",
            requirement: "S4 No ID; R-004-137", choices: ["nielsen.flavour": "noid"],
            calls: { plot in
                guard let play = plot.calls.first(where: { $0.isCall("play") }) else { return }
                plot.removeCalls(Set(plot.calls.filter { $0.isCall("userOptOut") }.map(\.id)))
                plot.blame(.misplaced, "userOptOut", owner: play.owner, "play without opt-out", calls: [play.id])
            },
            pings: { plot in
                // Session pings leave before the call can be made.
                plot.blameEach(plot.counting, .malformed, "uoo", "Kids without a flag")
            }),
        NielsenFault(
            id: "nielsen.noid-opted-out-late", title: "A Kids app calls userOptOut when playback has begun",
            requirement: "S4 No ID: immediately after initialisation; R-004-137",
            choices: [
                "nielsen.flavour": "noid", "nielsen.launches": "1", "nielsen.fpid": "unset",
                "nielsen.twoInstances": "false",
            ], acts: [],
            calls: { plot in
                guard let out = plot.calls.indices.first(where: { plot.calls[$0].isCall("userOptOut") }),
                    let play = plot.calls.first(where: { $0.isCall("play") })
                else { return }
                let id = plot.calls[out].id
                plot.calls[out].at = play.at + 3_000_000
                plot.blame(
                    .misplaced, "userOptOut", owner: play.owner, "play before the opt-out", calls: [play.id, id])
            },
            pings: { plot in plot.blameEach(plot.unmarked, .malformed, "uoo", "Kids without a flag") }),
        NielsenFault(
            id: "nielsen.fpid-although-off", title: "enableFpid is false, and pings carry a first-party id",
            requirement: "S4 First Party ID; R-004-142", choices: ["nielsen.fpid": "off"],
            settings: { $0.ignoresFPIDSwitch = true },
            consequence: { plot in
                let marked = plot.counting.filter { !plot.pings[$0]["fp_id"].isEmpty }
                plot.blameEach(marked, .malformed, "fp_id", "an id although it is off")
            }),
        NielsenFault(
            id: "nielsen.fpid-blank-although-on", title: "enableFpid is true, and pings carry no first-party id",
            requirement: "S4 First Party ID: default true; R-004-141", severity: .warning,
            // Whether who opted out has one no public source says.
            choices: ["nielsen.fpid": "on", "nielsen.flavour": "global"],
            settings: { $0.knowsFPID = false },
            consequence: { plot in plot.blameEach(plot.counting, .malformed, "fp_id", "blank although it is on") }),
        NielsenFault(
            id: "nielsen.fpid-too-old", title: "The first-party id is kept for more than 180 days",
            requirement: "S4 First Party ID: 180 days; R-004-144",
            choices: ["nielsen.fpid": "on", "nielsen.fpidDays": "171", "nielsen.launches": "1"],
            calls: { plot in
                let made = plot.launches[0].at / 1_000_000 - 214 * 86_400
                plot.device.fpid = plot.device.fpid.map { (String($0.name.prefix(29)) + String(made), made) }
            },
            settings: { $0.fpidDays = 400 },
            pings: { plot in plot.blameEach(plot.counting, .malformed, "fp_cr_tm", "214 days old") }),
        NielsenFault(
            id: "nielsen.fpid-new-each-start", title: "A new first-party id at each start of the app",
            requirement: "S4 First Party ID: kept; R-004-143", severity: .warning,
            choices: [
                "nielsen.launches": "3", "nielsen.plays": "1", "nielsen.content": "clip", "nielsen.fpid": "on",
                "nielsen.fpidDays": "-1",
            ],
            settings: { $0.renewsFPID = true },
            consequence: { plot in
                guard let one = plot.counting.first(where: { plot.pings[$0].launch == 0 }),
                    let other = plot.counting.first(where: { plot.pings[$0].launch == 1 })
                else { return }
                plot.blame(
                    .malformed, "fp_id", owner: plot.pings[other].owner, "another id",
                    pings: [plot.pings[one].id, plot.pings[other].id])
            }),
        NielsenFault(
            id: "nielsen.tracking-host-although-denied",
            title: "Tracking is denied, the SDK's privacy manifest is missing, and pings go to vtwenty.com",
            requirement: "N-ios17, HDR", severity: .warning,
            choices: ["nielsen.att": "denied", "nielsen.flavour": "global"],
            settings: { $0.pingHost = "secure-dcr.vtwenty.com" },
            consequence: { plot in plot.blameEach(plot.counting, .malformed, "vtwenty.com", "tracking host") }),
        NielsenFault(
            id: "nielsen.debug-left", title: "nol_devDebug is left in a release build",
            requirement: "S4 Going live; R-004-39, R-004-180",
            calls: { plot in
                for launch in plot.launches.indices {
                    for place in plot.launches[launch].instances.indices {
                        plot.launches[launch].instances[place].appInfo.append(("nol_devDebug", "DEBUG"))
                    }
                }
                plot.breaches.append(
                    NielsenBreach(
                        kind: .malformed, event: "nol_devDebug", owner: "", words: "debug in a release build",
                        calls: [],
                        pings: [], inits: true, hosts: [], window: nil))
            }),
    ]
}
