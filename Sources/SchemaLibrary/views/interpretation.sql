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
WITH known(run, host) AS (
  SELECT run, host FROM tracker WHERE host <> '' UNION
  SELECT run, host FROM beacon b WHERE host <> '' AND NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
), asked(run, exchange, host, at_us, why) AS (
  SELECT x.run, x.id, x.host, x.at_us, CASE
    WHEN EXISTS (SELECT 1 FROM known k WHERE k.run = x.run AND k.host = x.host) THEN 'host'
    WHEN x.host GLOB '*.imrworldwide.com' OR x.host GLOB '*.scorecardresearch.com' OR x.host GLOB '*.moatads.com'
      OR x.host GLOB '*.doubleverify.com' OR x.host GLOB '*.adsafeprotected.com' THEN 'measurement'
    WHEN (x.host NOT GLOB '*[a-z]*' OR x.host GLOB '[[]*') AND x.server IN (
      SELECT o.server FROM host_server o JOIN known k ON k.run = o.run AND k.host = o.host) THEN 'address'
    END
  FROM exchange x WHERE x.method NOT IN ('OPTIONS', 'HEAD', 'CONNECT')
)
SELECT
  a.run AS run, -- The run.
  a.exchange AS exchange, -- The request.
  a.host AS host, -- The host asked; empty where none was named.
  a.at_us AS at_us, -- When it was sent.
  a.why AS why -- host, measurement, or address (no name was given).
FROM asked a
WHERE a.why IS NOT NULL
  -- What a family file lists and no rule of the run judges is as unjudged as what nobody knows.
  AND NOT EXISTS (
    SELECT 1 FROM beacon b
    WHERE b.exchange = a.exchange AND (
      NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
      OR EXISTS (SELECT 1 FROM family v WHERE v.run = b.run AND v.family = b.family)))
  AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = a.exchange)
  AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.fetch = a.exchange);

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

-- A tracking event of VAST, and the versions that have it. It is of no run.
CREATE VIEW standard_event AS
WITH known(event, since, until) AS (
  VALUES ('creativeView', 1, 9), ('loaded', 4.1, 9), ('start', 1, 9), ('firstQuartile', 1, 9), ('midpoint', 1, 9),
    ('thirdQuartile', 1, 9), ('complete', 1, 9), ('progress', 3, 9), ('mute', 1, 9), ('unmute', 1, 9), ('pause', 1, 9),
    ('resume', 1, 9), ('rewind', 1, 9), ('skip', 3, 9), ('closeLinear', 3, 9), ('playerExpand', 4, 9),
    ('playerCollapse', 4, 9), ('fullscreen', 1, 3.0), ('exitFullscreen', 1, 3.0), ('expand', 1, 3.0),
    ('collapse', 1, 3.0), ('adExpand', 4, 9), ('adCollapse', 4, 9), ('acceptInvitationLinear', 3, 4.0),
    ('timeSpentViewing', 4, 4.0), ('acceptInvitation', 1, 9), ('minimize', 1, 9), ('close', 1, 9),
    ('overlayViewDuration', 1, 9), ('otherAdInteraction', 4, 9), ('interactiveStart', 4.2, 9), ('notUsed', 4.1, 9),
    ('verificationNotExecuted', 4.1, 9)
)
SELECT
  k.event AS event, -- The event, as the specification spells it.
  k.since AS since, -- The first version that has it; 1 where VAST 2 has it already.
  k.until AS until -- The last version that has it; 9 where that is the latest.
FROM known k;

-- An image that a page requested by a tracker's URL without macros. Where the page asks for it again, a browser may answer
-- from memory, and nothing is sent.
CREATE VIEW page_image AS SELECT
  t.run AS run, -- The run.
  t.family AS family, -- The family of the tracker.
  t.url AS url, -- The tracker's URL.
  f.at_us AS at_us -- When it was requested.
FROM tracker_row t JOIN firing_row f ON f.tracker = t.id JOIN exchange_row x ON x.id = f.exchange
WHERE instr(t.url, '[') = 0 AND instr(t.url, '%5B') = 0 AND instr(t.url, '%%') = 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: image') > 0;

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
  -- The session of a banner beside the video is not the video's.
  AND NOT EXISTS (
    SELECT 1 FROM omid_event_row o JOIN parameter k ON k.beacon = o.beacon
    WHERE o.session = s.id AND k.name = 'data' AND k.subkey IN ('mediaType', 'creativeType')
      AND k.value IN ('display', 'htmlDisplay', 'nativeDisplay'));

-- A page that was opened in a window or tab, in the place of what was there.
CREATE VIEW page_load AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: navigate') > 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: iframe') = 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: frame') = 0;

-- A request that a page made by itself: whoever was before it opened nothing.
CREATE VIEW page_fetch AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: ') > 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: navigate') = 0;

-- A request that was answered with video or audio.
CREATE VIEW media_fetch AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE (instr(lower(CAST(x.response_headers AS TEXT)), 'content-type: video/') > 0
    OR instr(lower(CAST(x.response_headers AS TEXT)), 'content-type: audio/') > 0)
  AND instr(lower(CAST(x.response_headers AS TEXT)), 'mpegurl') = 0;

-- A request of a web page, as its headers show.
CREATE VIEW web_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode:') > 0
  OR instr(lower(CAST(x.request_headers AS TEXT)), 'mozilla/') > 0
    AND instr(lower(CAST(x.request_headers AS TEXT)), 'referer: http') > 0;

-- A request that a server sent for a device: its headers say for which.
CREATE VIEW server_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us, -- When it was sent.
  instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-ip:') > 0 AS has_address, -- 1 with X-Device-IP.
  instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-user-agent:') > 0 AS has_agent -- 1 with X-Device-User-Agent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-ip:') > 0
  OR instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-user-agent:') > 0;

-- A redirect that was followed within a minute, with the first request for where it leads.
CREATE VIEW redirect AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request that was redirected.
  z.id AS target, -- The request for where it leads.
  z.at_us AS at_us -- When that was sent.
FROM exchange_row x
JOIN exchange_row z ON z.run = x.run AND z.id <> x.id AND z.at_us BETWEEN x.at_us AND x.at_us + 60000000
  AND (instr(CAST(x.response_headers AS TEXT), z.scheme || '://' || z.authority || z.target) > 0
    OR z.host = x.host AND length(z.target) > 1 AND instr(CAST(x.response_headers AS TEXT), z.target) > 0)
WHERE x.status BETWEEN 300 AND 399 AND NOT EXISTS (
  SELECT 1 FROM exchange_row o
  WHERE o.run = x.run AND o.host = z.host AND o.target = z.target AND o.at_us >= x.at_us AND o.at_us < z.at_us);

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

-- What a request to Nielsen says of itself, of its asset and of its sender. What is blank of the latter two is NULL.
CREATE VIEW nielsen_signal AS
SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request.
  b.at_us AS at_us, -- When it was sent.
  b.kind AS kind, -- config, session, dcr, dtvr, emm …, as in beacon.
  p.kind AS counts, -- view or duration, as the kind in ping.
  p.session AS session, -- The view session.
  p.instance AS instance, -- The instance of the SDK that this belongs to.
  p.part AS part, -- ad or content.
  p.asset AS asset, -- The asset.
  p.created_us AS created_us, -- When it was made, on the device's clock.
  p.sent_us AS sent_us, -- When it was sent, on the device's clock.
  p.segment_us AS segment_us, -- When the asset began, on the device's clock.
  p.viewed_us AS viewed_us, -- What was viewed of the asset so far.
  p.repeat_class AS repeat_class, -- As in ping.
  coalesce(p.late, 0) AS late, -- 1 when it was sent more than 5 s after it was made.
  max(q.value) FILTER (WHERE q.name = iif(b.kind = 'config', 'apid', 'c13')) AS app, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  max(q.value) FILTER (WHERE q.name = 'uoo') AS uoo, -- What it says of an opt-out, as sent; NULL without the parameter.
  coalesce(max(lower(q.value) = 'true') FILTER (WHERE q.name = 'uoo'), 0) AS is_out, -- 1 when that is true.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sd') AS length, -- The length of the asset, as sent.
  max(lower(q.value)) FILTER (WHERE q.name = 'c58') AS live, -- Whether the asset is live, in small letters: true or false.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'ci') AS client, -- The client id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sessionId') AS launch, -- The app session.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 've_id') AS device, -- The vendor's id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_id') AS fp_id, -- The first-party id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_cr_tm') AS fp_created, -- When that was made, in Unix seconds.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_acc_tm') AS fp_used -- When it was used last, in Unix seconds.
FROM beacon_row b LEFT JOIN ping p ON p.beacon = b.id
LEFT JOIN parameter_row q ON q.beacon = b.id AND (
    -- A hash in the place of name and value.
    q.name = 'c13' AND (q.subkey = 'asid' OR length(q.value) >= 16 AND q.value NOT GLOB '*[^0-9A-Fa-f]*')
    OR q.name = 'c58' AND q.subkey = 'isLive'
    OR q.name IN ('apid', 'uoo', 'sd', 'ci', 'sessionId', 've_id', 'fp_id', 'fp_cr_tm', 'fp_acc_tm'))
WHERE b.family = 'nielsen'
GROUP BY b.run, b.id;

-- A value that a call of an SDK log passes by a name.
CREATE VIEW call_value AS SELECT
  s.run AS run, -- The run.
  s.call AS call, -- The call.
  s.api AS api, -- init, play, loadMetadata or updateOTT.
  s.at_us AS at_us, -- When it was made, by the log.
  s.session AS subject_id, -- The stream it belongs to.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  s.asset AS asset, -- The asset loaded.
  substr(a.name, 6) AS name, -- The name as spelt; with points where the value is inside another.
  a.type AS type, -- string, number, bool, null, object or array.
  a.value AS value, -- The value.
  coalesce(s.partial, 0) AS is_partial -- 1 where the log leaves out some calls.
FROM call_step s JOIN session_row x ON x.id = s.session
JOIN argument a ON a.call = s.call AND a.name >= 'args.' AND a.name < 'args/'
WHERE s.api IN ('init', 'play', 'loadMetadata', 'updateOTT');

-- A call that breaks the order of the guide (docs/nielsen-calls.md). A stream without any has one row without a call.
CREATE VIEW call_edge AS SELECT
  x.run AS run, -- The run.
  x.id AS subject_id, -- The stream.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  EXISTS (SELECT 1 FROM call_step a WHERE a.session = x.id AND a.part = 'ad') AS has_ads, -- 1 where an ad was loaded in it.
  s.broken_edge AS item, -- What is wrong with the step; NULL where no step is.
  s.call AS call, -- The call.
  s.at_us AS at_us, -- When it was made.
  coalesce((
    SELECT max(e.at_us) FROM call_step_row e
    WHERE e.session = s.session AND e.at_us < s.at_us AND e.after = s.before AND e.before <> e.after), s.since_us)
    AS since_us, -- When the state it came in began, or when the call before it was: what is missing since may change it.
  s.at_us AS until_us, -- When it was made, too: between the two another may be missing.
  s.edge_severity AS severity, -- error or warning.
  s.api || coalesce(' ' || s.type, '') || ' while ' || replace(s.before, '-', ' ') AS observed, -- The call, and the state it came in.
  coalesce(s.partial, 0) AS is_partial, -- 1 where the log leaves out some calls.
  EXISTS (
    SELECT 1 FROM call_row c JOIN argument_row a ON a.call = c.id AND a.name = 'args.metadata'
    WHERE c.id = s.call AND lower(c.name) = 'trackevent') AS has_metadata -- 1 for an event of trackEvent that brings its metadata along: the guide does not cover it.
FROM session_row x LEFT JOIN call_step_row s ON s.session = x.id AND s.broken_edge IS NOT NULL
WHERE x.kind = 'nielsen-stream';

-- An asset that a call of an SDK log loaded, with the length that its metadata give, and how far its positions came.
CREATE VIEW call_loading AS
WITH reported AS (
  SELECT
    session, loading, call, position, max(iif(position < 1000000000, position, NULL)) OVER own AS furthest,
    first_value(position) OVER (own ORDER BY at_us) AS first,
    row_number() OVER (own ORDER BY coalesce(position < 1000000000, 0) DESC, at_us DESC, call DESC) AS nth
  FROM call_step WHERE api = 'playhead'
  WINDOW own AS (PARTITION BY session, loading)
), loaded AS (
  SELECT
    m.run AS run, m.call AS call, m.session AS stream, m.log AS log, m.loading AS loading, m.at_us AS at_us, m.part AS part,
    m.asset AS asset, max(CAST(l.value AS INTEGER)) AS length, r.first AS first, r.furthest AS furthest,
    iif(r.position < 1000000000, r.call, NULL) AS last
  FROM call_step m
  LEFT JOIN reported r ON r.session = m.session AND r.loading = m.loading AND r.nth = 1
  LEFT JOIN argument l ON l.call = m.call AND l.name = 'args.length' AND l.value <> '' AND l.value NOT GLOB '*[^0-9]*'
  WHERE m.api = 'loadMetadata'
  GROUP BY m.call
), turned AS (
  SELECT *, part = 'content' AND (
      asset IS NOT lag(asset) OVER w OR stream IS NOT lag(stream) OVER w
      -- Watched to its end, and from the beginning again.
      OR coalesce(first <= 1 AND lag(furthest) OVER w >= lag(length) OVER w - 1, 0)) AS is_new
  FROM loaded WINDOW w AS (PARTITION BY log, part ORDER BY at_us, call)
)
SELECT
  run, -- The run.
  call, -- The loadMetadata.
  stream, -- The stream.
  log, -- The log that this is of.
  loading, -- Its number within the instance.
  at_us, -- When it was called, by the log.
  part, -- ad or content.
  asset, -- The asset.
  length, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  first, -- The first position that was reported of it.
  furthest, -- The furthest position; the times of live streams do not count.
  last, -- The last call with such a position.
  iif(part = 'content', sum(is_new) OVER (PARTITION BY log, part ORDER BY at_us, call), NULL) AS viewing -- Of a content: its loadings up to that of another content are one viewing, over the ads between them.
FROM turned;

-- The first position of a content after a seek that the player logged.
CREATE VIEW call_seek AS SELECT
  v.run AS run, -- The run.
  s.session AS subject_id, -- The stream.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  s.loading AS loading, -- The loading of the content.
  v.at_us AS sought_us, -- When the viewer sought.
  CAST(round(t.value - f.value) AS INTEGER) AS span, -- By how many seconds.
  CAST(t.value AS INTEGER) AS target, -- Where to, as the player says.
  s.call AS call, -- The first position after it.
  s.at_us AS at_us, -- When that was reported.
  s.position AS position, -- Which it is.
  s.position - b.position AS moved -- How much further it is than the one before.
FROM call_row v
JOIN argument_row f ON f.call = v.id AND f.name = 'from'
JOIN argument_row t ON t.call = v.id AND t.name = 'to'
JOIN call_step s ON s.run = v.run AND s.api = 'playhead' AND s.part = 'content' AND s.excuse = 'seek'
  AND s.since_us <= v.at_us AND s.at_us > v.at_us
JOIN call_step_row b ON b.session = s.session AND b.at_us = s.since_us AND b.api = 'playhead'
JOIN session_row x ON x.id = s.session
WHERE v.source = 'player' AND v.name = 'seek' AND s.position IS NOT NULL AND b.position IS NOT NULL;

-- What an app's bundle says, line by line.
CREATE VIEW bundle_line AS SELECT
  c.run AS run, -- The run.
  c.id AS call, -- The line.
  c.at_us AS at_us, -- The time it stands at.
  c.name AS kind, -- info, privacy, framework, executable or text.
  max(iif(a.name IN ('key', 'name'), a.value, NULL)) AS name, -- The key, or the framework.
  max(iif(a.name IN ('value', 'version'), a.value, NULL)) AS value, -- Its value, the framework's version, or a text of the executable.
  max(iif(a.name = 'owner', a.value, NULL)) AS owner -- Whose privacy manifest it is: app, or the framework.
FROM call_row c LEFT JOIN argument_row a ON a.call = c.id
WHERE c.source = 'bundle'
GROUP BY c.run, c.id;

-- What a message of an OMID session says of the ad and its view.
CREATE VIEW omid_report AS SELECT
  e.run AS run, -- The run.
  e.beacon AS beacon, -- The message.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'duration') AS duration, -- The length of the media, in seconds.
  max(p.value) FILTER (WHERE p.subkey IN ('mediaPlayerVolume', 'videoPlayerVolume')) AS volume, -- The player's volume.
  max(p.value) FILTER (WHERE p.subkey IN ('skippable', 'isSkippable')) AS skippable, -- Whether the ad can be skipped.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'skipOffset') AS skip_offset, -- From which second on.
  max(p.value) FILTER (WHERE p.subkey IN ('autoPlay', 'isAutoPlay')) AS auto_play, -- Whether it began by itself.
  max(p.value) FILTER (WHERE p.subkey = 'position') AS position, -- Its place beside the content.
  max(p.value) FILTER (WHERE p.subkey = 'adView.percentageInView') AS percent, -- How much of it was in view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.width') AS width, -- The width of its view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.height') AS height, -- The height of that.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'notFound'), 0) AS is_lost, -- 1 where its view was not found.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'obstructed'), 0) AS is_obstructed -- 1 where something lay over it.
FROM omid_event_row e LEFT JOIN parameter_row p ON p.beacon = e.beacon AND p.name = 'data'
GROUP BY e.run, e.beacon;

-- An offset, of seconds or of a zone, that may bring a call log to the clock of the pings, and how many pings it explains.
CREATE VIEW log_offset AS
WITH cause AS MATERIALIZED (
  SELECT run, capture, 'view' AS kind, asset, min(at_us) AS at_us,
    row_number() OVER (PARTITION BY capture, asset ORDER BY min(at_us)) AS place
  FROM call_step WHERE api = 'playhead' AND asset IS NOT NULL
  GROUP BY capture, session, loading, asset
  UNION ALL
  SELECT run, capture, 'duration', asset, at_us, NULL
  FROM call_step WHERE api IN ('stop', 'end') AND asset IS NOT NULL
), trace AS MATERIALIZED (
  SELECT run, kind, asset, created_us AS at_us, kind = 'view' AS is_view,
    row_number() OVER (PARTITION BY run, kind ORDER BY created_us) AS place
  FROM ping
  WHERE repeat_class = 'first' AND created_us IS NOT NULL AND (run, kind, asset) IN (SELECT run, kind, asset FROM cause)
), log AS MATERIALIZED (
  SELECT s.run AS run, c.id AS capture, coalesce(k.offset_us, 0) AS shift_us, c.first_us < 978307200000000 AS is_dateless,
    max(a.call IS NOT NULL) AS is_named,
    EXISTS (SELECT 1 FROM diagnostic d WHERE d.capture = c.id AND d.code = 'calls.log-partial') AS is_zoneless
  FROM call_step s JOIN capture c ON c.id = s.capture LEFT JOIN clock k ON k.capture = c.id
  LEFT JOIN argument a ON a.call = s.call AND a.name = 'args.appid' AND a.value <> ''
  GROUP BY c.id
), guess AS MATERIALIZED (
  SELECT c.capture AS capture, t.at_us - c.at_us AS offset_us
  FROM trace t JOIN cause c ON c.run = t.run AND c.kind = t.kind AND c.asset = t.asset
  WHERE t.is_view AND t.place <= 8 AND c.place <= 16
  UNION SELECT capture, 0 FROM log
  UNION SELECT capture, -shift_us FROM log
)
SELECT
  l.run AS run, -- The run.
  l.capture AS capture, -- The log.
  g.offset_us AS offset_us, -- What to add to a call's time.
  min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) AS change_us, -- By how much that moves the log from where it stands, or from what it says itself.
  abs((g.offset_us % 900000000 + 1350000000) % 900000000 - 450000000) AS odd_us, -- By how much it is no whole quarter of an hour, as the offsets of zones are.
  abs(g.offset_us) <= 50400000000 AS is_zone, -- 1 where it is no more than a zone may be off.
  l.is_dateless AS is_dateless, -- 1 for a log whose lines have no date.
  l.is_zoneless AS is_zoneless, -- 1 for one whose lines have no zone.
  count(DISTINCT t.kind || t.place) AS support, -- How many pings follow a call that causes one.
  l.is_named AND count(DISTINCT t.asset) >= 3 AND count(DISTINCT iif(t.is_view, t.place, NULL)) = (
    SELECT count(*) FROM trace v WHERE v.run = l.run AND v.is_view AND v.place <= 64) AS is_whole -- 1 where the log names its app, and each view and three assets or more are explained.
FROM guess g JOIN log l ON l.capture = g.capture
LEFT JOIN trace t ON t.run = l.run AND t.place <= 64 AND EXISTS (
  SELECT 1 FROM cause c
  WHERE c.capture = l.capture AND c.kind = t.kind AND c.asset = t.asset
    AND abs(t.at_us - c.at_us - g.offset_us) <= iif(t.is_view, 2000000, 10000000))
GROUP BY l.capture, g.offset_us;

-- A view ping that was sent, whoever saw it twice, with the watching of its asset in the view session.
CREATE VIEW view_ping AS
WITH received AS (
  SELECT p.run AS run, p.beacon AS beacon, p.session AS session, p.part AS part, p.asset AS asset, b.at_us AS at_us,
    p.created_us AS created_us, p.segment_us AS segment_us, o.value AS ott, CAST((
      SELECT max(l.value) FROM parameter l WHERE l.beacon = p.beacon AND l.name = 'sd') AS INTEGER) * 1000000 AS length_us,
    lag(p.segment_us) OVER w AS earlier_us, lag(p.created_us) OVER w AS viewed_us
  FROM ping p JOIN beacon b ON b.id = p.beacon
  LEFT JOIN parameter o ON o.beacon = b.id AND o.name = 'c71' AND o.subkey = 'ottflg'
  WHERE p.kind = 'view' AND p.session IS NOT NULL
    -- What the browser answered from its cache was not sent.
    AND NOT EXISTS (
      SELECT 1 FROM exchange q WHERE q.id = b.exchange AND instr(' ' || q.notes || ' ', ' from-cache ') > 0)
    AND (p.repeat_class NOT IN ('preflight', 'redirect-hop', 'seen-twice', 'retry')
      -- The same request again in one capture, though the first was received, was sent twice. At the same instant it is the
      -- first, seen at a second point on its way.
      OR p.repeat_class = 'seen-twice' AND EXISTS (
        SELECT 1
        FROM ping r JOIN beacon o ON o.id = r.beacon JOIN exchange e ON e.id = o.exchange
        JOIN sighting n ON n.exchange = e.id JOIN sighting m ON m.exchange = b.exchange AND m.capture = n.capture
        WHERE r.session = p.session AND r.created_us = p.created_us AND r.kind = 'view' AND r.repeat_class = 'first'
          AND r.asset IS p.asset AND r.part IS p.part AND e.status < 400 AND abs(b.at_us - o.at_us) >= 50000))
  WINDOW w AS (PARTITION BY p.session, p.part, p.asset ORDER BY p.created_us, b.at_us, b.id)
)
SELECT
  r.run AS run, -- The run.
  r.beacon AS beacon, -- The ping.
  r.session AS session, -- Its view session.
  r.part AS part, -- ad or content.
  r.asset AS asset, -- The asset.
  r.at_us AS at_us, -- When it was sent.
  r.created_us AS created_us, -- When it was made, by its own clock.
  r.ott AS ott, -- Whether the picture was on a television, as it says.
  -- A new segment, once the one before was counted, something else was viewed, or the whole creative's time passed.
  sum(coalesce(r.part = 'ad' AND r.segment_us > r.earlier_us AND (
      r.length_us > 0 AND r.segment_us - r.earlier_us >= r.length_us OR EXISTS (
        SELECT 1 FROM ping_row d
        WHERE d.session = r.session AND CASE d.kind
          WHEN 'duration' THEN d.asset IS r.asset AND d.segment_us = r.earlier_us
          WHEN 'view' THEN d.asset IS NOT r.asset AND d.created_us BETWEEN r.viewed_us AND r.created_us END)), 0))
    OVER (PARTITION BY r.session, r.part, r.asset ORDER BY r.created_us, r.at_us, r.beacon) AS play -- From 0: one creative may play more than once in a session.
FROM received r;

-- A message of an OMID script that a recorder cut off: on its host three kinds of messages are as long as the longest.
CREATE VIEW cut_message AS
WITH message AS MATERIALIZED (
  SELECT b.run AS run, b.id AS beacon, b.event AS event, b.host AS host, length(x.url) AS length,
    max(length(x.url)) OVER (PARTITION BY b.run, b.host) AS longest
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.family = 'omid'
)
SELECT
  m.run AS run, -- The run.
  m.beacon AS beacon, -- The message.
  m.host AS host -- Its host.
FROM message m
WHERE m.length = m.longest AND (m.run, m.host) IN (
  SELECT run, host FROM message WHERE length = longest GROUP BY run, host HAVING count(DISTINCT event) >= 3);

-- A position that a call reported, with the one before it of the ads, or of the content.
CREATE VIEW call_position AS SELECT
  s.run AS run, -- The run.
  s.session AS session, -- The stream.
  s.call AS call, -- The call.
  s.at_us AS at_us, -- When it was made.
  s.part AS part, -- ad or content.
  s.asset AS asset, -- The asset.
  s.loading AS loading, -- Its loading.
  s.position AS position, -- The position.
  lag(s.call) OVER w AS before, -- The call that reported the one before.
  lag(s.at_us) OVER w AS before_us, -- When that was made.
  lag(s.asset) OVER w AS before_asset, -- The asset of that.
  lag(s.loading) OVER w AS before_loading, -- The loading of that.
  lag(s.position) OVER w AS before_position -- The position in that.
FROM call_step s
WHERE s.api = 'playhead'
WINDOW w AS (PARTITION BY s.session, s.part ORDER BY s.clock_us, s.call);

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
WITH choice(name) AS (VALUES ('us_privacy'), ('rdp'), ('npa'), ('gdpr'), ('gdpr_consent')),
-- The field LastUpdated is the 36 bits behind the version and Created: six letters of base64url.
base64url(letters) AS (VALUES ('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')),
letter(place, shift) AS (VALUES (8, 30), (9, 24), (10, 18), (11, 12), (12, 6), (13, 0))
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
  (SELECT sum((instr(a.letters, substr(c.value, l.place, 1)) - 1) << l.shift)
    FROM parameter c CROSS JOIN letter l CROSS JOIN base64url a
    WHERE c.beacon = b.id AND c.name = 'gdpr_consent' AND s.name = c.name
      AND c.value GLOB 'C????????????*' AND c.value NOT GLOB '*[^-A-Za-z0-9_.]*'
    HAVING count(*) = 6)
    AS updated, -- Of a TC string: when its choice was made, in tenths of a second since 1970; else NULL.
  x.host GLOB '*doubleclick.net' OR x.host GLOB '*google.com' OR x.host GLOB '*googlesyndication.com'
    OR x.host GLOB '*googleadservices.com' AS is_google -- 1 when one of Google's hosts was asked.
FROM beacon_row b JOIN exchange x ON x.id = b.exchange CROSS JOIN choice s
LEFT JOIN parameter p ON p.beacon = b.id AND p.name = s.name
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
  NOT coalesce(max(p.name = 'X-PLAYOUT-LIMIT' OR p.name GLOB 'X-SKIP-CONTROL-*'), 0)
    AS is_whole, -- Of an interstitial: 0 where it may end before its assets do, offering to be skipped or limiting its playout.
  coalesce(max(p.name = 'X-RESTRICT' AND instr(p.value, 'SKIP') > 0), 0) AS is_kept, -- 1 where it forbids to skip it.
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
