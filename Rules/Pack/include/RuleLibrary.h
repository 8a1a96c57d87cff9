#pragma once
#include <stddef.h>

/// Text inside the binary.
struct rule_file {
    const char *text;
    size_t length;
};

/// The compiled rules, profiles and settings, as JSON.
struct rule_file rule_pack(void);
/// The rule files themselves, one after another, each behind a line `=== path`.
struct rule_file rule_sources(void);
/// The requirements of the integration guides and what decides each, between tabs.
struct rule_file rule_requirements(void);
