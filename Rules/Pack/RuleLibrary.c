#include "RuleLibrary.h"

static const char pack[] = {
#embed "pack.txt"
};
static const char sources[] = {
#embed "sources.txt"
};

static const char requirements[] = {
#embed "../requirements.tsv"
};

struct rule_file rule_pack(void) {
    return (struct rule_file){pack, sizeof pack};
}

struct rule_file rule_sources(void) {
    return (struct rule_file){sources, sizeof sources};
}

struct rule_file rule_requirements(void) {
    return (struct rule_file){requirements, sizeof requirements};
}
