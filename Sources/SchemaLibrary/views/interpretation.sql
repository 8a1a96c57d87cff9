-- What the traffic means. Rules compare these rows; they hold nothing that needs memory to understand.

-- The way to an ad play: its ad, and each wrapper or ad break that led there.
CREATE VIEW ad_chain AS
WITH RECURSIVE chain(run, ad_play, ad, level) AS (
  SELECT run, id, ad, 0 FROM ad_play
  UNION ALL
  SELECT c.run, c.ad_play, a.parent, c.level + 1 FROM chain c JOIN ad a ON a.id = c.ad
  WHERE a.parent IS NOT NULL AND c.level < 32
)
SELECT
  c.run AS run, -- The run.
  c.ad_play AS ad_play, -- The ad play.
  c.ad AS ad, -- The ad itself, a wrapper or an ad break.
  c.level AS level, -- 0 for the ad itself, 1 for what declared the request for it, and so on upwards.
  coalesce(a.skip_offset_us, CASE WHEN substr(a.skip_offset, -1) = '%'
    THEN CAST(CAST(rtrim(a.skip_offset, '%') AS REAL) / 100 * p.duration_us AS INTEGER) END)
    AS skip_offset_us -- The skip offset it declares; a wrapper's percentage is of the duration of the ad that is played.
FROM chain c JOIN ad_row a ON a.id = c.ad JOIN ad_play_row p ON p.id = c.ad_play;

-- A request to a host of trackers or beacons, to one of ad measurement, or to an address of such a host without naming one,
-- that nothing declared and no family knows. No rule looks at it.
CREATE VIEW unjudged_request AS
WITH known(run, host) AS MATERIALIZED (
  SELECT run, host FROM tracker WHERE host <> '' UNION
  SELECT run, host FROM beacon b
  WHERE host <> '' AND kind <> 'handed-over' AND NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
)
SELECT
  x.run AS run, -- The run.
  x.exchange AS exchange, -- The request.
  x.host AS host, -- The host asked; empty where none was named.
  x.at_us AS at_us, -- When it was sent.
  x.why AS why -- host, measurement, or address (no name was given).
FROM (
  SELECT x.run, x.id AS exchange, x.host, x.at_us, CASE
    WHEN (x.run, x.host) IN (SELECT run, host FROM known) THEN 'host'
    WHEN x.host GLOB '*.imrworldwide.com' OR x.host GLOB '*.scorecardresearch.com' OR x.host GLOB '*.moatads.com'
      OR x.host GLOB '*.doubleverify.com' OR x.host GLOB '*.adsafeprotected.com' THEN 'measurement'
    WHEN (x.host NOT GLOB '*[a-z]*' OR x.host GLOB '[[]*') AND x.server IN (
      SELECT o.server FROM host_server o JOIN known k ON k.run = o.run AND k.host = o.host) THEN 'address' END AS why
  FROM exchange x
  WHERE x.method NOT IN ('OPTIONS', 'HEAD', 'CONNECT')
    -- What a family file lists and no rule of the run judges is as unjudged as what nobody knows.
    AND NOT EXISTS (
      SELECT 1 FROM beacon b
      WHERE b.exchange = x.id AND (
        NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
        OR EXISTS (SELECT 1 FROM family v WHERE v.run = b.run AND v.family = b.family)))
    AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = x.id)
    AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.fetch = x.id)) x
WHERE x.why IS NOT NULL;

-- What a verificationNotExecuted speaks of: a row for each verification that declares the URL that was sent.
CREATE VIEW verification_report AS SELECT
  f.run AS run, -- The run.
  f.ad_play AS ad_play, -- The ad play.
  f.id AS firing, -- The verificationNotExecuted.
  f.at_us AS at_us, -- When it was sent.
  v.ad AS ad, -- The ad, inline or wrapper, that declares the verification.
  v.verification AS verification, -- Which of that ad's verifications.
  NOT EXISTS (
    SELECT 1 FROM tracker_row o
    WHERE o.ad = v.ad AND o.event = v.event AND o.url = v.url AND o.verification <> v.verification
  ) AS sole -- 1 when no other verification of the ad declares the URL.
FROM firing_row f JOIN tracker_row t ON t.id = f.tracker
JOIN tracker_row v ON v.ad = t.ad AND v.event = t.event AND v.url = t.url
WHERE f.event = 'verificationNotExecuted' AND v.verification IS NOT NULL;

-- An ad whose creative runs code of its own (VPAID, SIMID), by which it may change its length or end itself.
CREATE VIEW interactive_ad AS SELECT
  r.run AS run, -- The run.
  r.ad AS ad, -- The ad.
  r.id AS resource -- What declares the code.
FROM resource_row r
WHERE r.kind = 'interactive' OR (
  r.kind = 'media' AND (instr(lower(r.type), 'javascript') > 0 OR instr(lower(r.type), 'flash') > 0)
  -- A player that fetched the plain media beside it plays that.
  AND NOT EXISTS (
    SELECT 1 FROM resource_row o
    WHERE o.ad = r.ad AND o.kind = 'media' AND o.fetch IS NOT NULL
      AND instr(lower(o.type), 'javascript') = 0 AND instr(lower(o.type), 'flash') = 0));

-- A stretch in which a request for a resource may have gone unseen.
CREATE VIEW hidden_resource AS SELECT
  r.run AS run, -- The run.
  r.id AS resource, -- The resource.
  b.since_us AS since_us, -- Begin; 0 where it is unbounded.
  b.until_us AS until_us, -- End; far off where it is unbounded.
  b.hides AS hides -- requests, responses or both.
FROM resource_row r JOIN blind b ON b.run = r.run AND b.hides <> 'calls' AND coalesce(b.only_host, r.host) = r.host;

-- A macro in the URL that a wrapper leads to, which was requested.
CREATE VIEW tag_macro AS
WITH listed(name) AS (
  VALUES ('CACHEBUSTING'), ('TIMESTAMP'), ('PLAYBACKMETHODS'), ('BREAKPOSITION'), ('ADTYPE'), ('APPBUNDLE'),
    ('DEVICEUA'), ('DOMAIN'), ('IFA'), ('IFATYPE'), ('LIMITADTRACKING'), ('OMIDPARTNER'), ('PAGEURL'), ('PLAYERSIZE'),
    ('REGULATIONS'), ('GDPRCONSENT'), ('STOREID'), ('VASTVERSIONS'), ('GPPSTRING')
)
SELECT
  r.run AS run, -- The run.
  r.id AS resource, -- The URL, a resource.
  m.name AS name, -- The macro, without brackets.
  instr(x.url, '[' || m.name || ']') > 0 OR instr(upper(x.url), '%5B' || m.name || '%5D') > 0
    AS is_left -- 1 where it was sent as it stands.
FROM resource_row r JOIN exchange x ON x.id = r.fetch
JOIN listed m ON instr(r.url, '[' || m.name || ']') > 0 OR instr(upper(r.url), '%5B' || m.name || '%5D') > 0
WHERE r.kind = 'wrapped-tag';

-- An image that a page requested by a tracker's URL without macros. Where the page asks for it again, a browser may answer
-- from memory, and nothing is sent.
CREATE VIEW page_image AS SELECT
  t.run AS run, -- The run.
  t.family AS family, -- The family of the tracker.
  t.url AS url, -- The tracker's URL.
  f.at_us AS at_us -- When it was requested.
FROM tracker_row t JOIN firing_row f ON f.tracker = t.id JOIN exchange_row x ON x.id = f.exchange
WHERE instr(t.url, '[') = 0 AND instr(t.url, '%5B') = 0 AND instr(t.url, '%%') = 0
  AND x.made_as = 'image';

-- The ad plays that an OMID session may have measured: their impressions are at most three seconds apart.
CREATE VIEW omid_play AS SELECT
  s.run AS run, -- The run.
  s.id AS session, -- The OMID session.
  p.id AS ad_play, -- The ad play.
  row_number() OVER (PARTITION BY s.id ORDER BY abs(p.impression_us - e.at_us), p.id) AS rank, -- 1 for the nearest.
  (SELECT min(b.at_us) FROM omid_event_row b WHERE b.session = s.id AND b.event = 'start' AND b.nth = 1)
    AS start_us, -- When the session reported the start; NULL where it did not.
  (SELECT CAST(max(CAST(d.value AS REAL)) * 1000000 AS INTEGER) FROM omid_event_row b
    JOIN parameter d ON d.beacon = b.beacon AND d.name = 'data' AND d.subkey = 'duration' AND CAST(d.value AS REAL) > 0
    WHERE b.session = s.id AND b.event = 'start' AND b.nth = 1)
    AS length_us -- How long the ad is, as that says; NULL where it does not.
FROM session_row s
JOIN omid_event_row e ON e.session = s.id AND e.event = 'impression' AND e.nth = 1
JOIN ad_play_row p ON p.run = s.run AND p.impression_us BETWEEN e.at_us - 3000000 AND e.at_us + 3000000
WHERE s.kind = 'omid' AND p.family = 'vast'
  -- The session of a banner beside the video is not the video's; nor does it report that a video is played.
  AND (NOT EXISTS (
    SELECT 1 FROM omid_event_row o JOIN parameter k ON k.beacon = o.beacon
    WHERE o.session = s.id AND k.name = 'data' AND k.subkey IN ('mediaType', 'creativeType')
      AND k.value IN ('display', 'htmlDisplay', 'nativeDisplay'))
    OR EXISTS (
      SELECT 1 FROM omid_event_row m
      WHERE m.session = s.id AND m.event IN ('start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete')));

-- A request for about:blank, which documents name where there is nothing to be requested.
CREATE VIEW placeholder_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host: that of the document, or about.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE (x.target LIKE '%about:blank' OR x.target LIKE '%about%3ablank') AND x.method <> 'OPTIONS';

-- What the player's log says that the viewer or the device did.
CREATE VIEW player_event AS
WITH known(name, kind) AS (
  VALUES ('play', 'resumed'), ('pause', 'paused'), ('seek', 'sought'), ('buffer_start', 'stalled'),
    ('buffer_end', 'resumed'), ('background', 'away'), ('foreground', 'back'), ('lock', 'away'), ('call', 'away'),
    ('alarm', 'away'), ('pip_start', 'away'), ('pip_end', 'back'), ('channel_change', 'left')
)
SELECT
  c.run AS run, -- The run.
  c.id AS call, -- The log line.
  c.at_us AS at_us, -- When, by the log.
  k.kind AS kind -- left, paused, resumed, stalled, sought, away or back.
FROM call c JOIN known k ON k.name = c.name
WHERE c.source = 'player';

-- What the IMA SDK and its wrapper said in the log, under one name for both.
CREATE VIEW ima_event AS
-- The SDK marks breaks in three ways: each time an ad period of a stream, the first time its break, and the content's pause.
WITH known(logged, event, place, mark) AS (
  VALUES ('AD_PERIOD_STARTED', 'breakStart', NULL, 3), ('AD_PERIOD_ENDED', 'breakEnd', NULL, 3),
    ('adBreakStart', 'breakStart', NULL, 2), ('AD_BREAK_STARTED', 'breakStart', NULL, 2),
    ('adBreakEnd', 'breakEnd', NULL, 2), ('AD_BREAK_ENDED', 'breakEnd', NULL, 2),
    ('CONTENT_PAUSE_REQUESTED', 'contentPause', NULL, 1), ('contentPauseRequested', 'contentPause', NULL, 1),
    ('CONTENT_RESUME_REQUESTED', 'contentResume', NULL, 1), ('contentResumeRequested', 'contentResume', NULL, 1),
    ('adStart', 'start', 1, 0), ('STARTED', 'start', 1, 0), ('start', 'start', 1, 0),
    ('adFirstQuartile', 'firstQuartile', 2, 0), ('FIRST_QUARTILE', 'firstQuartile', 2, 0),
    ('firstQuartile', 'firstQuartile', 2, 0),
    ('adMidpoint', 'midpoint', 3, 0), ('MIDPOINT', 'midpoint', 3, 0), ('midpoint', 'midpoint', 3, 0),
    ('adThirdQuartile', 'thirdQuartile', 4, 0), ('THIRD_QUARTILE', 'thirdQuartile', 4, 0),
    ('thirdQuartile', 'thirdQuartile', 4, 0),
    ('adEnd', 'complete', 5, 0), ('COMPLETE', 'complete', 5, 0), ('COMPLETED', 'complete', 5, 0),
    ('complete', 'complete', 5, 0),
    ('adSkipped', 'skip', NULL, 0), ('SKIPPED', 'skip', NULL, 0), ('skip', 'skip', NULL, 0),
    ('adPause', 'pause', NULL, 0), ('PAUSED', 'pause', NULL, 0), ('PAUSE', 'pause', NULL, 0), ('pause', 'pause', NULL, 0),
    ('adResume', 'resume', NULL, 0), ('RESUMED', 'resume', NULL, 0), ('RESUME', 'resume', NULL, 0),
    ('resume', 'resume', NULL, 0),
    ('adClicked', 'click', NULL, 0), ('CLICKED', 'click', NULL, 0), ('click', 'click', NULL, 0),
    ('adError', 'error', NULL, 0), ('AD_ERROR', 'error', NULL, 0),
    ('adCompletedAll', 'allComplete', NULL, 0), ('ALL_ADS_COMPLETED', 'allComplete', NULL, 0),
    ('allAdsCompleted', 'allComplete', NULL, 0)
),
-- A clock that is set while the app runs moves no event: the device's monotonic one tells the time between two lines, except
-- that it may stand still while the device sleeps, and begins anew with it.
read AS (
  SELECT c.run AS run, c.id AS id, c.capture AS capture, c.name AS name, c.at_us AS at_us, c.mono_us AS mono_us,
    c.at_us - c.mono_us - lag(c.at_us - c.mono_us) OVER (PARTITION BY c.capture ORDER BY c.id) AS step_us
  FROM call c WHERE c.source = 'ima'
),
ticked AS (
  SELECT run, id, name,
    CASE WHEN min(mono_us IS NOT NULL) OVER (PARTITION BY capture) THEN
      mono_us + first_value(at_us - mono_us) OVER line + sum(iif(step_us > 10000000, step_us, 0)) OVER line
    ELSE at_us END AS at_us
  FROM read WINDOW line AS (PARTITION BY capture ORDER BY id)
),
named AS (
  SELECT c.run AS run, c.id AS call, k.event AS event, k.place AS place, k.mark AS mark, c.at_us AS at_us,
    max(k.mark) OVER (PARTITION BY c.run) AS marks,
    (SELECT a.value FROM argument a WHERE a.call = c.id AND a.name = 'adId') AS ad_id,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'sequence') AS sequence,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'totalAds') AS total_ads
  FROM ticked c JOIN known k ON k.logged = c.name
),
counted AS (
  SELECT *,
    sum(event = iif(marks = 1, 'contentPause', 'breakStart')) OVER before AS breaks,
    sum(event IN ('complete', 'skip')) OVER before AS ends, sum(event = 'error') OVER before AS errors,
    sum(event = 'start') OVER before AS starts,
    -- Of a log that begins inside a break the first mark is its end; the first ad of a break that starts in sight is not.
    first_value(event) OVER (
      PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd'), at_us, call) = 'breakEnd'
    AND (first_value(event) OVER (
        PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd', 'start'), at_us, call) = 'breakEnd'
      OR coalesce(first_value(sequence) OVER (PARTITION BY run ORDER BY event <> 'start', at_us, call), 2) > 1
      AND min(at_us) OVER (PARTITION BY run) <= (SELECT min(c.at_us) FROM call c WHERE c.run = named.run)) AS joined
  FROM named WHERE mark < 2 OR mark = marks
  WINDOW before AS (PARTITION BY run ORDER BY at_us, call ROWS UNBOUNDED PRECEDING)
),
keyed AS (
  SELECT *, coalesce('ad ' || sequence, ad_id, '#' || starts) AS name,
    breaks - coalesce(
      max(CASE event WHEN 'breakEnd' THEN breaks END) OVER (
        PARTITION BY run ORDER BY at_us, call ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -joined) AS open_breaks
  FROM counted
),
-- An ad starts anew after an error, as another ad in the same place, or where nothing numbers it, after its end.
opened AS (
  SELECT call,
    coalesce(errors > lag(errors) OVER same, 1) OR coalesce(ad_id <> lag(ad_id) OVER same, 0)
      OR coalesce(ends > lag(ends) OVER same, 0) AND (breaks = 0 OR sequence IS NULL) AS anew
  FROM keyed WHERE event = 'start'
  WINDOW same AS (PARTITION BY run, breaks, name ORDER BY at_us, call)
)
SELECT
  k.run AS run, -- The run.
  k.call AS call, -- The log line.
  k.event AS event, -- breakStart, contentPause, start, firstQuartile, midpoint, thirdQuartile, complete, skip, error, pause, resume, click, contentResume, breakEnd or allComplete.
  k.place AS ordinal, -- From 1, in the order of an ad's life; NULL for what has no place in it.
  k.at_us AS at_us, -- When it was said; by the device's monotonic clock where each line has it.
  k.breaks AS break, -- The ad break, counted from 1; 0 before the first.
  k.open_breaks AS open_breaks, -- Breaks begun since one was ended, when it was said.
  k.name || CASE WHEN sum(o.anew) OVER same > 1 THEN ' (' || sum(o.anew) OVER same || ')' ELSE '' END AS ad, -- The ad in its break: its place in the pod, else its id, else which start it follows; with a number when it is played again.
  k.sequence AS sequence, -- The ad's place in its pod, as logged.
  k.total_ads AS total_ads, -- How many ads the pod has, as logged.
  k.ad_id AS ad_id -- The ad's id, as logged.
FROM keyed k LEFT JOIN opened o ON o.call = k.call
WINDOW same AS (PARTITION BY k.run, k.breaks, k.name ORDER BY k.at_us, k.call ROWS UNBOUNDED PRECEDING);

-- An event of the IMA log beside others: those of its kind, and what its ad's neighbours said.
CREATE VIEW ima_step AS
WITH numbered AS (
  SELECT *, row_number() OVER (PARTITION BY run ORDER BY at_us, call) AS n FROM ima_event
)
SELECT
  e.run AS run, -- The run.
  e.call AS call, -- The log line.
  e.event AS event, -- The event, as in ima_event.
  e.ordinal AS ordinal, -- From 1, in the order of an ad's life; NULL for what has no place in it.
  e.at_us AS at_us, -- When it was said.
  e.break AS break, -- The ad break.
  e.open_breaks AS open_breaks, -- Breaks begun since one was ended, when it was said.
  e.ad AS ad, -- The ad in its break.
  row_number() OVER same AS nth, -- The first, second … time that this ad of this break says it.
  count(*) OVER (PARTITION BY e.run, e.break, e.ad, e.event) AS times, -- How often it does.
  first_value(e.call) OVER same AS first, -- The line of the first time.
  first_value(e.at_us) OVER same AS first_us, -- When that was said.
  max(CASE WHEN e.ordinal IS NOT NULL OR e.event IN ('skip', 'error') THEN e.n * 10 + coalesce(e.ordinal, 9) END)
    OVER before % 10 AS prior, -- The ordinal of what an ad said last before it; 9 for skip and error.
  min(e.n * 10 + e.ordinal) OVER (PARTITION BY e.run ORDER BY e.n ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) % 10
    AS next, -- The ordinal of what an ad says first after it.
  max(CASE e.event WHEN 'breakStart' THEN e.at_us END) OVER before AS begun_us -- When a break was begun last before it.
FROM numbered e
WINDOW same AS (PARTITION BY e.run, e.break, e.ad, e.event ORDER BY e.at_us, e.call),
  before AS (PARTITION BY e.run ORDER BY e.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

-- A host of which who recorded cut the URLs off at one length: several requests end at the longest, and no family knows them.
CREATE VIEW cut_host AS SELECT
  s.run AS run, -- The run.
  s.host AS host -- The host.
FROM (
  SELECT run, id, host, length(url) AS length, max(length(url)) OVER (PARTITION BY run, host) AS longest
  FROM exchange WHERE url GLOB '*[?]*=*') s
WHERE s.length = s.longest AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = s.id)
GROUP BY s.run, s.host
HAVING count(*) >= 3;

-- What each OMID session was to signal and what it did, one row per signal: the form in which IAB's test cases are written.
CREATE VIEW omid_signal AS
WITH signal(place, name, expected, least, most) AS (
  VALUES (1, 'sessionStart', 'once, first', 1, 1), (2, 'loaded', 'once', 1, 1), (3, 'impression', 'once', 1, 1),
    (4, 'geometryChange', 'at least once', 1, NULL), (5, 'start', 'once', 1, 1), (6, 'firstQuartile', 'once', 1, 1),
    (7, 'midpoint', 'once', 1, 1), (8, 'thirdQuartile', 'once', 1, 1), (9, 'complete', 'once', 1, 1),
    (10, 'skipped', 'at most once', 0, 1), (11, 'pause', 'each time', 0, NULL), (12, 'resume', 'each time', 0, NULL),
    (13, 'bufferStart', 'each time', 0, NULL), (14, 'bufferFinish', 'each time', 0, NULL),
    (15, 'volumeChange', 'each time', 0, NULL), (16, 'playerStateChange', 'each time', 0, NULL),
    (17, 'adUserInteraction', 'each time', 0, NULL), (18, 'sessionError', 'never', 0, 0),
    (19, 'sessionFinish', 'once, last', 1, 1)
)
SELECT
  s.run AS run, -- The run.
  s.id AS session, -- The OMID session.
  g.place AS ordinal, -- From 1, in the order of the list.
  g.name AS signal, -- The signal.
  g.expected AS expected, -- How often an ad that plays to its end sends it.
  count(e.beacon) AS observed, -- How often it was sent.
  min(e.at_us) AS at_us, -- When for the first time, on the run's clock.
  count(e.beacon) >= g.least AND (g.most IS NULL OR count(e.beacon) <= g.most) AS agrees -- 1 when the two agree.
FROM session_row s CROSS JOIN signal g LEFT JOIN omid_event_row e ON e.session = s.id AND e.event = g.name
WHERE s.kind = 'omid'
GROUP BY s.id, g.place;

-- The hosts a subject's traffic goes to: what hides them touches its verdicts.
CREATE VIEW subject_host AS
SELECT
  o.run AS run, -- The run.
  'ad_play' AS subject_kind, -- ad_play, document, session or beacon.
  o.ad_play AS subject, -- Number of the subject.
  o.family AS family, -- The family of the traffic.
  o.event AS event, -- The event or kind of the traffic.
  t.host AS host -- The host.
FROM obligation_row o JOIN tracker_row t ON t.id = o.tracker
UNION ALL
SELECT p.run, 'ad_play', p.id, p.family, 'document', x.host
FROM ad_play_row p JOIN document_row d ON d.id = p.document JOIN exchange_row x ON x.id = d.exchange
UNION ALL
SELECT t.run, 'ad_break', t.ad, t.family, t.event, t.host FROM tracker_row t WHERE t.ad IS NOT NULL
UNION ALL
SELECT t.run, 'document', t.document, t.family, t.event, t.host FROM tracker_row t
UNION ALL
SELECT d.run, 'document', d.id, d.kind, 'document', x.host
FROM document_row d JOIN exchange_row x ON x.id = d.exchange
UNION ALL
SELECT b.run, 'session', b.session, b.family, b.kind, b.host FROM beacon_row b WHERE b.session IS NOT NULL
UNION ALL
-- A session's traffic is that of the sessions within it, too.
SELECT b.run, 'session', s.parent, b.family, b.kind, b.host
FROM session_row s JOIN beacon_row b ON b.session = s.id WHERE s.parent IS NOT NULL
UNION ALL
SELECT b.run, 'beacon', b.id, b.family, b.kind, b.host FROM beacon_row b;

-- A request for ads in the form of Google's: what of its parameters is judged, or distinguishes one view from another.
CREATE VIEW ad_request AS SELECT
  b.run AS run, -- The run.
  b.id AS subject_id, -- The request, a beacon.
  b.at_us AS at_us, -- When it was sent.
  b.at_us AS from_us, -- The same time.
  b.at_us AS to_us, -- The same time: it takes none.
  max(p.value) FILTER (WHERE p.name = 'correlator') AS correlator, -- The number of the page view; NULL without the parameter.
  b.host || coalesce(max(p.value) FILTER (WHERE p.name = 'iu'), '')
    || coalesce(max(p.value) FILTER (WHERE p.name = 'vid'), '')
    || coalesce(max(p.value) FILTER (WHERE p.name IN ('url', 'description_url')), '')
    AS view, -- Equal where host, ad unit, video and page are: what one view has in common.
  coalesce(max(p.value IN ('midroll', 'postroll')) FILTER (WHERE p.name = 'vpos'), 0)
    AS is_later, -- 1 for a mid-roll or post-roll: it belongs to the view of the request before it.
  coalesce(max(p.value = '' OR p.value GLOB '[[]*]' OR p.value GLOB '{*}' OR p.value GLOB '%%*%%' OR p.value GLOB '${*}')
    FILTER (WHERE p.name = 'correlator'), 0) AS is_empty, -- 1 where the correlator is empty or a placeholder.
  max(p.value) FILTER (WHERE p.name = 'ad_rule') AS ad_rule, -- Whether rules place the breaks, as sent.
  max(p.value) FILTER (WHERE p.name = 'output') AS output, -- The format that is asked for, as sent.
  max(p.value) FILTER (WHERE p.name = 'us_privacy') AS us_privacy, -- The US privacy string; NULL without the parameter.
  max(p.value) FILTER (WHERE p.name = 'rdp') AS rdp -- Restricted data processing, as sent.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id AND p.subkey IS NULL
WHERE b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.run, b.id;

-- What an ad request says of one consent signal, said or not.
CREATE VIEW consent_signal AS
WITH choice(name) AS (VALUES ('us_privacy'), ('rdp'), ('npa'), ('gdpr'), ('gdpr_consent'))
SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The ad request.
  s.name AS name, -- us_privacy, rdp, npa, gdpr or gdpr_consent.
  b.at_us AS at_us, -- When it was sent.
  b.exchange AS exchange, -- Its exchange.
  coalesce(x.client_address, '') AS client, -- The address it came from.
  CASE
    WHEN s.name IN ('us_privacy', 'rdp') AND EXISTS (
      SELECT 1 FROM parameter o WHERE o.beacon = b.id AND (o.name = 'rdp' AND o.value = '1'
        OR o.name = 'us_privacy' AND upper(substr(o.value, 3, 1)) = 'Y')) THEN 'opted out'
    WHEN s.name IN ('rdp', 'npa') AND min(p.value) = '0' THEN 'absent'
    ELSE coalesce(nullif(min(p.value), ''), 'absent')
  END AS value, -- What it means: us_privacy and rdp opt out alike; absent where nothing is said, or 0.
  coalesce(min(p.value), '') <> '' AS is_said, -- 1 when the parameter is there and not empty.
  CAST(min(u.value) AS INTEGER) AS updated, -- Of a TC string: when its choice was made, in tenths of a second since 1970; else NULL.
  CAST(min(n.value) AS INTEGER) AS noticed_us, -- Since when other traffic had said the same; NULL where it did not.
  (SELECT g.value FROM parameter g WHERE g.beacon = b.id AND g.name = 'gdpr' AND g.subkey IS NULL)
    AS gdpr, -- What the request says of whether the GDPR applies; NULL where it says nothing.
  x.host GLOB '*doubleclick.net' OR x.host GLOB '*google.com' OR x.host GLOB '*googlesyndication.com'
    OR x.host GLOB '*googleadservices.com' AS is_google -- 1 when one of Google's hosts was asked.
FROM beacon_row b JOIN exchange x ON x.id = b.exchange CROSS JOIN choice s
LEFT JOIN parameter p ON p.beacon = b.id AND p.name = s.name
LEFT JOIN parameter n ON n.beacon = b.id AND n.name = 'noticed'
  AND n.subkey = iif(s.name = 'rdp', 'us_privacy', s.name)
LEFT JOIN parameter u ON u.beacon = b.id AND u.name = 'updated' AND u.subkey = s.name
WHERE b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.run, b.id, s.name;

-- A date range of an HLS playlist, with its attributes, each time that the playlist was read.
CREATE VIEW date_range AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The date range, a beacon.
  b.exchange AS exchange, -- The request for its playlist.
  b.event AS class, -- The CLASS attribute.
  b.at_us AS at_us, -- When its playlist was requested.
  b.host AS host, -- The host of that playlist.
  max(p.value) FILTER (WHERE p.name = 'ID') AS name, -- The ID attribute.
  coalesce(max(p.value) FILTER (WHERE p.name = 'CUE'), '') AS cue, -- The CUE attribute; empty without one.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'DURATION') * 1000000) AS INTEGER)
    AS duration_us, -- The DURATION attribute.
  max(CAST(p.value AS INTEGER)) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'start_us')
    AS start_us, -- The START-DATE attribute, on the clock of the programme.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'X-RESUME-OFFSET') * 1000000) AS INTEGER)
    AS resume_us, -- The X-RESUME-OFFSET attribute of an interstitial: how far behind that the content goes on.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'X-PLAYOUT-LIMIT') * 1000000) AS INTEGER)
    AS limit_us, -- Its X-PLAYOUT-LIMIT attribute: how much of its assets is played at most.
  count(*) FILTER (WHERE p.name = 'X-PLAYOUT-LIMIT' OR p.name GLOB 'X-SKIP-CONTROL-*') = 0
    AS is_whole, -- Of an interstitial: 0 where it may end before its assets do, offering to be skipped or limiting its playout.
  coalesce(max(instr(p.value, 'SKIP') > 0) FILTER (WHERE p.name = 'X-RESTRICT'), 0)
    AS is_kept, -- 1 where it forbids to skip it.
  coalesce(max(instr(p.value, 'SKIP') > 0 AND instr(p.value, 'JUMP') > 0) FILTER (WHERE p.name = 'X-RESTRICT'), 0)
    AS is_bound, -- 1 where it forbids to jump over it, too.
  max(p.value) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'identity')
    AS playlist, -- What names the playlist: its URL without what changes from request to request.
  max(p.value) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'asset_url')
    AS asset_url, -- The asset or the list of assets of an interstitial, as a whole URL; NULL where it names neither.
  max(lower(substr(substr(p.value, instr(p.value, '://') + 3), 1,
      instr(replace(replace(substr(p.value, instr(p.value, '://') + 3), '?', '/'), ':', '/') || '/', '/') - 1)))
    FILTER (WHERE p.name = 'playlist' AND p.subkey = 'asset_url') AS asset_host, -- The host of that, lower-case.
  max(substr(p.value, 1, instr(p.value, '?') - 1)) FILTER (
    WHERE p.name = 'playlist' AND p.subkey = 'asset_url' AND instr(p.value, '?') > 0)
    AS asset_bare, -- The same without its query; NULL where it has none.
  max(p.name = 'X-ASSET-URI') AS has_uri, -- 1 with X-ASSET-URI.
  max(p.name = 'X-ASSET-LIST') AS has_list -- 1 with X-ASSET-LIST.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id
WHERE b.family = 'hls' AND b.kind = 'daterange'
GROUP BY b.run, b.id;

-- A request for the tracking data of a MediaTailor session.
CREATE VIEW tracking_poll AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request, a beacon.
  b.host AS host, -- Its host.
  x.path AS path, -- Its path, which names the session.
  b.at_us AS at_us, -- When it was sent.
  (SELECT q.value FROM parameter q WHERE q.beacon = b.id AND q.name = 'request' AND q.subkey = 'nextToken')
    AS asked, -- The nextToken that it was sent with; NULL without one.
  (SELECT n.value FROM parameter n WHERE n.beacon = b.id AND n.name = 'response' AND n.subkey = 'nextToken')
    AS token -- The nextToken of its answer; NULL without one.
FROM beacon_row b JOIN exchange x ON x.id = b.exchange
WHERE b.family = 'ssai' AND b.kind = 'tracking-poll';

-- A request for the asset of an HLS interstitial, and the ids that it carries.
CREATE VIEW interstitial_request AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request, a beacon.
  b.host AS host, -- Its host.
  b.at_us AS at_us, -- When it was sent.
  max(p.value) FILTER (WHERE p.name = '_HLS_interstitial_id') AS interstitial, -- The ID of the interstitial; NULL without one.
  max(p.value) FILTER (WHERE p.name = '_HLS_primary_id') AS given, -- The _HLS_primary_id; NULL without the parameter.
  max(p.value) FILTER (WHERE p.name = 'header' AND p.subkey = 'x-playback-session-id')
    AS session -- The X-Playback-Session-Id of its headers; NULL without one.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id
WHERE b.family = 'hls' AND b.kind = 'interstitial-request'
GROUP BY b.run, b.id;
