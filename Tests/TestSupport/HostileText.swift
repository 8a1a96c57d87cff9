/// What captures may hold to break a report, one string per trick.
public enum HostileText {
    public static let corpus: [(name: String, text: String)] = [
        ("script tag", "<script>alert(1)</script>"),
        ("closing tags", "</td></table></svg></style></script><img src=x onerror=alert(1)>"),
        ("quotes", "\" onmouseover=\"alert(1)\" x='"),
        ("entity", "&lt;b&gt;&amp;&#60;"),
        ("control bytes", "a\u{0}b\u{7}c\u{8}\u{1F}\u{7F}d"),
        ("line breaks", "one\r\ntwo\nthree\u{2028}four\u{85}five"),
        ("terminal escapes", "\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m"),
        ("bidirectional override", "abc\u{202E}gnp.exe\u{2066}x\u{2069}"),
        ("zero width", "no\u{200B}thing\u{FEFF}\u{E0041}"),
        ("invalid UTF-8", String(decoding: [0x61, 0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80], as: UTF8.self)),
        ("very long", "https://tracker.example.test/" + String(repeating: "a/", count: 600)),
        ("Markdown", "| a | b ` `` ``` **x** [t](https://evil.example.test) ![i](x) # h @everyone #1 <b> ~~ $x$"),
        ("Markdown line", "\n\n# heading\n\n- [ ] list\n---\n```\n"),
        ("bare links", "https://evil.example.test/p www.evil.example.test a@evil.example.test"),
        ("CSV formula", "=HYPERLINK(\"https://evil.example.test\",\"x\")"),
        ("script URL", "javascript:alert(1)//data:text/html,<script>"),
        ("template", "{{constructor}} ${7*7} <%= 1 %> <!--slot:findings-->"),
        ("comment and CDATA", "--><!-- ]]><![CDATA["),
        ("wide", "広告🎬测试 e\u{301}\u{301}\u{301}"),
        (
            "combining marks",
            "\"\u{301},\u{301}'\u{301}<\u{301}script>|\u{301}`\u{301}&\u{301}\\\u{301}]\u{301}]>:\u{301}:"
        ),
        ("empty", ""),
        ("shell", "'; rm -rf $(echo x) `id` \\"),
    ]
}
