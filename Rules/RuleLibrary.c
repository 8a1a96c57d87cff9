#include "RuleLibrary.h"

static const char pack[] = {
#embed "Pack/pack.json"
};
static const char sources[] = {
#embed "Pack/sources.txt"
};

struct rule_file rule_pack(void) {
    return (struct rule_file){pack, sizeof pack};
}

struct rule_file rule_sources(void) {
    return (struct rule_file){sources, sizeof sources};
}
