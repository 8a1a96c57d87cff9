#include "QueryLibrary.h"

// #embed is C23; clang takes it in every standard and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char verdicts[] = {
#embed "sql/verdicts.sql"
};
static const char beacons_per_ad[] = {
#embed "sql/beacons-per-ad.sql"
};
static const char quartile_latency[] = {
#embed "sql/quartile-latency.sql"
};
static const char opt_out_over_time[] = {
#embed "sql/opt-out-over-time.sql"
};
static const char undecrypted_hosts[] = {
#embed "sql/undecrypted-hosts.sql"
};
static const char findings_per_build[] = {
#embed "sql/findings-per-build.sql"
};
static const char undecided_rules[] = {
#embed "sql/undecided-rules.sql"
};
static const char slow_trackers[] = {
#embed "sql/slow-trackers.sql"
};

#define QUERY(array, name) {name, array, sizeof array}

static const struct query_file queries[] = {
    QUERY(verdicts, "verdicts"),
    QUERY(beacons_per_ad, "beacons-per-ad"),
    QUERY(quartile_latency, "quartile-latency"),
    QUERY(opt_out_over_time, "opt-out-over-time"),
    QUERY(undecrypted_hosts, "undecrypted-hosts"),
    QUERY(findings_per_build, "findings-per-build"),
    QUERY(undecided_rules, "undecided-rules"),
    QUERY(slow_trackers, "slow-trackers"),
};
static const struct query_file none = {NULL, NULL, 0};

struct query_file saved_query(size_t index) {
    return index < sizeof queries / sizeof *queries ? queries[index] : none;
}
