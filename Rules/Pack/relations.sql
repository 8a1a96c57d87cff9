-- Generated from Rules/library by `beaconproof rules pack`. Do not edit.

-- A tracker's URL that a browser may have answered from a cache, so that nothing was sent: an image that a page requested, or a request that the recording shows to have been answered so.
CREATE TABLE cached_url (
  run INTEGER NOT NULL, -- The run.
  url TEXT NOT NULL, -- The URL as declared.
  family TEXT NOT NULL, -- The family of the tracker.
  at_us INTEGER NOT NULL, -- When the image was requested first, or the answer was given.
  is_answer INTEGER NOT NULL -- 1 where the recording shows it.
) STRICT;
CREATE INDEX by_cached_url_url ON cached_url (run, url);

-- What is owed of each event that a tracker, a message or a line of a log can name, and how grave each fault of it is: the rows are those of events.yaml.
CREATE TABLE event_contract (
  run INTEGER NOT NULL, -- The run.
  family TEXT NOT NULL, -- The family.
  part TEXT NOT NULL, -- What of the family declares it: linear, nonlinear, companion, icon …
  event TEXT NOT NULL, -- The event.
  element TEXT, -- The element that declares it, as in tracker; NULL where the family has none.
  grp TEXT NOT NULL, -- position, beginning, end, interaction, condition or error.
  share REAL, -- The share of the duration at which it is due; NULL where that is not its place.
  per TEXT NOT NULL, -- Once for each of these: play, tap, pause …
  is_wrapped INTEGER NOT NULL, -- 1 where wrappers are owed it too.
  missing TEXT, -- How grave it is that it was not sent: error, warning or info; NULL where that is no fault.
  repeated TEXT, -- That it was sent again.
  early TEXT, -- That it came too early.
  late TEXT, -- That it came too late.
  misplaced TEXT, -- That it came before what it follows, or behind what ends it.
  urls TEXT, -- That one of its URLs was not requested.
  levels TEXT, -- That a wrapper's was not.
  PRIMARY KEY (run, family, part, event)
) STRICT, WITHOUT ROWID;

-- A tag or an id in whose place an export put something else: `***`, `[REDACTED]` and the like.
CREATE TABLE masked_value (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  name TEXT NOT NULL, -- The parameter.
  subkey TEXT -- What it is within that.
) STRICT;
CREATE INDEX by_masked_value_beacon_name ON masked_value (run, beacon, name);

-- A request that waited for the answer to its preflight: its sender asked for it when the preflight left.
CREATE TABLE preflighted (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  asked_us INTEGER NOT NULL, -- When its preflight was sent.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;

-- A run none of whose requests has a query: an exporter, or a person, removed them, and nobody can say what they held.
CREATE TABLE queryless (
  run INTEGER NOT NULL, -- The run.
  requests INTEGER NOT NULL -- How many requests there are.
) STRICT;

-- A host that beacons were sent to and that answered none of three requests or more with 2xx or 3xx.
CREATE TABLE refusing_host (
  run INTEGER NOT NULL, -- The run.
  host TEXT NOT NULL, -- The host.
  family TEXT NOT NULL, -- A family that sent beacons there.
  requests INTEGER NOT NULL, -- How many requests were sent there, of whatever kind.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The family's first beacon there.
  answer TEXT NOT NULL, -- What that one was answered with, for people.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- When the last one was sent.
  PRIMARY KEY (run, host, family)
) STRICT, WITHOUT ROWID;

-- A request to register a stream, or for the manifest or a playlist of a pod.
CREATE TABLE dai_request (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  kind TEXT NOT NULL, -- stream-registration, pod, or pod-variant for a playlist below its manifest.
  at_us INTEGER NOT NULL, -- When it was sent.
  host TEXT NOT NULL, -- Its host.
  exchange INTEGER REFERENCES exchange, -- Its exchange.
  session INTEGER REFERENCES session, -- The stream: of a pod as it names it, where that was issued in sight; of a registration as issued.
  stream TEXT, -- Its id: of a pod as sent, empty without one; of a registration as issued, NULL where none was or it could not be read.
  pod TEXT, -- The id of the pod.
  asset TEXT, -- The asset key.
  network TEXT, -- The network code of the publisher: a child's follows after a comma.
  network_sent TEXT, -- The network code as sent.
  pd TEXT, -- How long the pod was asked to be, as sent.
  length_us INTEGER NOT NULL, -- The same; 0 where nothing says so.
  media_us INTEGER, -- How long the media is that the answer lists; NULL where it lists none.
  is_live INTEGER NOT NULL, -- 1 for a pod of a live stream.
  client TEXT NOT NULL, -- The address it came from, without its port; empty where it is not known.
  is_cut INTEGER NOT NULL, -- 1 where its URL is as long as those are that a recorder cuts off.
  is_unread INTEGER NOT NULL, -- 1 for a registration whose answer was not refused and could not be read: it may have issued any id.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_dai_request_session_kind_at_us ON dai_request (run, session, kind, at_us);
CREATE INDEX by_dai_request_stream ON dai_request (run, stream);

-- A tag of timed metadata, as the metadata of its stream list it.
CREATE TABLE dai_tag (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  tag TEXT NOT NULL, -- The tag, or the beginning of it.
  type TEXT NOT NULL, -- start, firstquartile, midpoint, thirdquartile, complete, progress …
  place INTEGER, -- From 1 for start to 5 for complete; NULL for any other.
  ad TEXT, -- The ad that it belongs to; NULL where the metadata name none.
  length_us INTEGER, -- How long that is.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The metadata poll that listed it first.
  PRIMARY KEY (run, session, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_dai_tag_session_type ON dai_tag (run, session, type);

-- A tag of a playlist that schedules an interstitial: a date range of the class com.apple.hls.interstitial, each time it was read.
CREATE TABLE interstitial (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range.
  at_us INTEGER NOT NULL, -- When its playlist was requested.
  host TEXT NOT NULL, -- The host of that playlist.
  name TEXT, -- The ID attribute.
  cue TEXT NOT NULL, -- The CUE attribute; empty without one.
  duration_us INTEGER, -- The DURATION attribute.
  start_us INTEGER, -- The START-DATE attribute, on the clock of the programme.
  resume_us INTEGER, -- The X-RESUME-OFFSET attribute: how far behind that the content goes on.
  limit_us INTEGER, -- The X-PLAYOUT-LIMIT attribute: how much of its assets is played at most.
  is_whole INTEGER NOT NULL, -- 0 where it may end before its assets do: it offers to be skipped, or its playout is limited.
  is_kept INTEGER NOT NULL, -- 1 where it forbids to skip it.
  is_bound INTEGER NOT NULL, -- 1 where it forbids to jump over it, too.
  stream INTEGER REFERENCES document, -- The stream whose playlist holds it, as in playlist_reading; NULL where it lists no media.
  playlist TEXT, -- What names the playlist: its URL without what changes from request to request.
  asset_url TEXT, -- The asset or the list of assets, as a whole URL; NULL where the tag names neither.
  asset_host TEXT, -- The host of that.
  asset_bare TEXT, -- The same without its query; NULL where it has none.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_interstitial_asset_url ON interstitial (run, asset_url);
CREATE INDEX by_interstitial_at_us ON interstitial (run, at_us);

-- How far the clock of the IMA log is behind the beacons of the same ads. No row where no event comes near a beacon.
CREATE TABLE ima_clock (
  run INTEGER NOT NULL, -- The run.
  offset_us INTEGER NOT NULL, -- What to add to a time of the log.
  support INTEGER NOT NULL, -- How many events it explains.
  is_sure INTEGER NOT NULL, -- 1 when it explains three kinds of events, or all to the moment, and no other is as likely.
  PRIMARY KEY (run, offset_us)
) STRICT, WITHOUT ROWID;

-- An event that the log lacks of an ad, though what it says next shows that the ad was played past it.
CREATE TABLE ima_gap (
  run INTEGER NOT NULL, -- The run.
  break INTEGER NOT NULL, -- The ad break, as in ima_event.
  ad TEXT NOT NULL, -- The ad in it, as in ima_event.
  event TEXT NOT NULL, -- start, firstQuartile, midpoint, thirdQuartile or complete.
  since_us INTEGER NOT NULL, -- When something was said last before it was due.
  until_us INTEGER NOT NULL, -- When something was said that shows that it had been due.
  call INTEGER NOT NULL REFERENCES call, -- The line of that.
  later TEXT NOT NULL, -- What that says.
  is_usual INTEGER NOT NULL, -- 1 where the log has it of another ad, or all others of this one; 0 where it has some.
  PRIMARY KEY (run, break, ad, event)
) STRICT, WITHOUT ROWID;

-- A break's begin as the SDK says it the first time that it is played, where the log says each ad period too, and its end.
CREATE TABLE ima_mark (
  run INTEGER NOT NULL, -- The run.
  call INTEGER NOT NULL REFERENCES call, -- The line that begins the break.
  at_us INTEGER NOT NULL, -- When that was logged.
  break INTEGER NOT NULL, -- The first ad period behind it of which ads are logged, as in ima_event.
  ended INTEGER REFERENCES call, -- The line that ends the break; NULL where the log has none.
  ended_us INTEGER, -- When that was logged.
  late INTEGER REFERENCES call, -- What the period's ads say first behind that.
  closed INTEGER REFERENCES call, -- The line that ends the period, where its last ad had ended.
  closed_us INTEGER, -- When that was logged.
  PRIMARY KEY (run, call)
) STRICT, WITHOUT ROWID;

-- An asset that was loaded, with the length that its metadata give, and how far its positions came.
CREATE TABLE nielsen_loading (
  run INTEGER NOT NULL, -- The run.
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  log INTEGER REFERENCES session, -- The log that this is of.
  loading INTEGER NOT NULL, -- Its number within the instance.
  at_us INTEGER NOT NULL, -- When it was called, by the log.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  length INTEGER, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  first INTEGER, -- The first position that was reported of it.
  furthest INTEGER, -- The furthest position; the times of live streams do not count.
  last INTEGER REFERENCES call, -- The last call with such a position.
  viewing INTEGER, -- Of a content: its loadings up to that of another content are one viewing, over the ads between them.
  begun INTEGER NOT NULL REFERENCES call, -- The first loadMetadata of this asset in the stream.
  begun_us INTEGER NOT NULL, -- When that was called.
  is_partial INTEGER, -- 1 where the log leaves out some calls.
  PRIMARY KEY (run, call)
) STRICT, WITHOUT ROWID;

-- Offsets, of seconds or of a zone, that may bring a log to the clock of the pings, and how many pings each explains.
CREATE TABLE nielsen_offset (
  run INTEGER NOT NULL, -- The run.
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  offset_us INTEGER NOT NULL, -- What to add to a call's time.
  is_likely INTEGER NOT NULL, -- 1 where a log of this run may be off by as much.
  support INTEGER NOT NULL, -- How many pings follow a call that causes one.
  rank INTEGER NOT NULL, -- 1 for the best: a likely one, the most pings, the least change.
  PRIMARY KEY (run, capture, offset_us)
) STRICT, WITHOUT ROWID;

-- A value that shows a person: a mail address, or what stands for a hash of one and is none.
CREATE TABLE nielsen_person (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER REFERENCES beacon, -- The request that carries it; NULL for a value of a call.
  call INTEGER REFERENCES call, -- The call that passes it; NULL for a value of a request.
  item TEXT NOT NULL, -- Its name.
  value TEXT NOT NULL, -- The value, encoded once at most.
  is_free INTEGER NOT NULL, -- 1 where the name is that of a text of the publisher's own: a title, an address of a page.
  is_redacted INTEGER NOT NULL, -- 1 where it is the stand-in of a redacted export.
  observed TEXT NOT NULL, -- What it is, for people.
  expected TEXT NOT NULL -- What belongs there, for people.
) STRICT;
CREATE INDEX by_nielsen_person_beacon ON nielsen_person (run, beacon);
CREATE INDEX by_nielsen_person_call_item ON nielsen_person (run, call, item);

-- A request to Nielsen: what it counts, and from whom it says that it is. What is blank of the latter is NULL.
CREATE TABLE nielsen_request (
  run INTEGER NOT NULL, -- The run.
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The request.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- The same time: it takes none.
  at_us INTEGER NOT NULL, -- When it was sent.
  kind TEXT NOT NULL, -- config, session, dcr, dtvr, emm …, as in beacon.
  counts TEXT, -- view or duration, as the kind in ping.
  session INTEGER REFERENCES session, -- The view session.
  instance INTEGER REFERENCES session, -- The instance of the SDK that this belongs to.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  created_us INTEGER, -- When it was made, on the device's clock.
  sent_us INTEGER, -- When it was sent, on the device's clock.
  segment_us INTEGER, -- When the asset began, on the device's clock.
  viewed_us INTEGER, -- What was viewed of the asset so far.
  repeat_class TEXT, -- As in ping.
  late INTEGER NOT NULL, -- 1 when it was sent more than 5 s after it was made.
  length TEXT, -- The length of the asset, as sent.
  app TEXT, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  client TEXT, -- The client id.
  launch TEXT, -- The app session.
  device TEXT, -- The vendor's id.
  uoo TEXT, -- What it says of an opt-out, as sent; NULL without the parameter.
  is_out INTEGER NOT NULL, -- 1 when that is true.
  fp_id TEXT, -- The first-party id.
  fp_created TEXT, -- When that was made, in Unix seconds.
  fp_used TEXT, -- When it was used last, in Unix seconds.
  live TEXT, -- Whether the asset is live, in small letters: true or false.
  interval_us INTEGER NOT NULL, -- The interval of duration pings: of its app's configuration, else of the settings.
  pause_us INTEGER NOT NULL, -- The longest pause in a view session, by the same.
  PRIMARY KEY (run, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_nielsen_request_kind_at_us ON nielsen_request (run, kind, at_us);
CREATE INDEX by_nielsen_request_instance_created_us ON nielsen_request (run, instance, created_us);

-- A stretch in which a request to one of Nielsen's hosts may have gone unseen, whatever else of them was seen. The host of EMM pings carries nothing else.
CREATE TABLE nielsen_vendor_gap (
  run INTEGER NOT NULL, -- The run.
  from_us INTEGER NOT NULL, -- Begin; 0 where it is unbounded.
  to_us INTEGER NOT NULL, -- End; far off where it is unbounded.
  is_end INTEGER NOT NULL -- 1 for the time before or after all captures of traffic.
) STRICT;

-- The beginning or the end of a pause or a stall that an OMID session reports, and whether the other of the two goes with it.
CREATE TABLE omid_halt (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  kind TEXT NOT NULL, -- pause or buffering.
  event TEXT NOT NULL, -- What was reported: pause, resume, bufferStart or bufferFinish.
  other TEXT NOT NULL, -- What goes with it.
  at_us INTEGER NOT NULL, -- When it happened.
  next INTEGER REFERENCES beacon, -- Of a beginning: the message behind it.
  until_us INTEGER, -- By when the other was due; NULL where nothing follows.
  is_paired INTEGER NOT NULL, -- 1 when the other is there, or may still come.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- How fast the ad of an OMID session was played that reports neither pause nor stall.
CREATE TABLE omid_pace (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The session.
  stage INTEGER NOT NULL, -- The stage, as in omid_event, of its first event that was seen, from start on.
  at_us INTEGER NOT NULL, -- When that was.
  quarter_us INTEGER NOT NULL, -- How long a quarter of the ad took from then on.
  PRIMARY KEY (run, session)
) STRICT, WITHOUT ROWID;

-- What the viewer did to an ad, as its VAST trackers report it, and what an OMID session that measures it has to report then.
CREATE TABLE omid_reaction (
  run INTEGER NOT NULL, -- The run.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  firing INTEGER NOT NULL REFERENCES firing, -- The tracker's beacon.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  event TEXT NOT NULL, -- The tracker's event: clickTracking, mute or unmute.
  expected TEXT NOT NULL, -- The event of OMID that goes with it.
  at_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the time of the other begins.
  until_us INTEGER NOT NULL, -- By when it was due; behind the end of the session nothing is reported.
  is_reported INTEGER NOT NULL, -- 1 where it was reported.
  PRIMARY KEY (run, subject_id, firing)
) STRICT, WITHOUT ROWID;

-- An OMID session: which ad play and what kind of media it measures, and since when a script of it may have reported.
CREATE TABLE omid_session (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of it: the arrival of its script, or its first message.
  to_us INTEGER, -- Last sign of it.
  ad_play INTEGER REFERENCES ad_play, -- The ad play whose impression is nearest to its own; NULL where none is near.
  first_us INTEGER NOT NULL, -- When its first message was sent.
  since_us INTEGER NOT NULL, -- Nothing was said before: when its script arrived, or a minute before its first message.
  media TEXT, -- What it says that it measures, in small letters: video, audio, display …; NULL where it says nothing.
  PRIMARY KEY (run, session)
) STRICT, WITHOUT ROWID;

-- An event of a stitched ad that was sent, when it was sent first.
CREATE TABLE stitched_event (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  at_us INTEGER NOT NULL, -- When.
  place INTEGER, -- 0 for impression, 1 for start, to 5 for complete; NULL for what has no place in the ad.
  stream INTEGER REFERENCES document, -- The stream in which the ad stands, as in playlist_reading; NULL unknown.
  media_us INTEGER, -- The place in its media that the event stands for; NULL where either is not known.
  PRIMARY KEY (run, ad, event)
) STRICT, WITHOUT ROWID;

-- A request to a host of stitched ads' trackers that is no beacon of theirs.
CREATE TABLE stray_request (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  host TEXT NOT NULL, -- Its host.
  url TEXT NOT NULL, -- Its URL.
  folder TEXT NOT NULL, -- As in exchange.
  file TEXT NOT NULL, -- As in exchange.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_stray_request_url ON stray_request (run, url);
CREATE INDEX by_stray_request_host ON stray_request (run, host);

-- Trackers that were sent for another ad, too: those of an ad of a pod for the ad behind it, which sent nothing on its own, and a wrapper's for each ad of an answer that was not read.
CREATE TABLE borrowed_trackers (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play of the ad whose trackers were sent again.
  next_ad INTEGER REFERENCES ad, -- The ad that was shown meanwhile; NULL where its document was not read.
  from_us INTEGER NOT NULL, -- When the first of them was sent again.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- How long the media of an ad play is, where it is a stream whose playlist the capture holds.
CREATE TABLE creative_length (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  length_us INTEGER NOT NULL, -- By the playlist, whatever the ad's document declares.
  document INTEGER NOT NULL REFERENCES document, -- The playlist.
  is_brought INTEGER, -- 0 where none of its segments that were asked for came; NULL where none was asked for.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- An outcome of an ad play that rules out others: complete or skip; viewable, notViewable or viewUndetermined.
CREATE TABLE exclusive_outcome (
  run INTEGER NOT NULL, -- The run.
  firing INTEGER NOT NULL REFERENCES firing, -- Its beacon.
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER, -- When it ended.
  kind TEXT NOT NULL, -- end or view.
  at_us INTEGER, -- When that was sent; NULL where it may be another ad's, or was altered.
  outcomes INTEGER NOT NULL, -- How many of its kind were sent in the play.
  observed TEXT, -- Those, in the order in which they were sent, for people.
  PRIMARY KEY (run, firing)
) STRICT, WITHOUT ROWID;

-- The code that a beacon of an error carries, of an ad or of an ad break.
CREATE TABLE reported_error (
  run INTEGER NOT NULL, -- The run.
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The beacon.
  family TEXT NOT NULL, -- vast or vmap.
  firing INTEGER NOT NULL REFERENCES firing, -- The tracker that it was sent to.
  at_us INTEGER NOT NULL, -- When it was sent.
  item TEXT NOT NULL, -- The macro.
  observed TEXT NOT NULL, -- Its value, or the macro where that was sent as it stands.
  is_listed INTEGER NOT NULL, -- 1 for a code of VAST's table; of an ad break, for one of VMAP's as well.
  is_own INTEGER NOT NULL -- 1 for a number from 1000 on: VAST's table has none, and players make their own.
) STRICT;
CREATE INDEX by_reported_error_family ON reported_error (run, family);

-- A beacon of an event that takes turns with another: pause with resume, mute with unmute, expanding with collapsing.
CREATE TABLE toggle (
  run INTEGER NOT NULL, -- The run.
  firing INTEGER NOT NULL REFERENCES firing, -- The beacon.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER, -- When that began.
  to_us INTEGER, -- When it ended.
  event TEXT NOT NULL, -- pause, resume, mute, unmute, fullscreen, exitFullscreen, expand …
  other TEXT NOT NULL, -- The event it takes turns with.
  at_us INTEGER NOT NULL, -- When it was sent.
  before TEXT, -- Which of the two was sent before it; NULL for the first.
  before_firing INTEGER REFERENCES firing, -- That beacon.
  before_us INTEGER, -- When that was sent.
  is_clear INTEGER NOT NULL, -- 1 where the next one is further off than requests overtake one another.
  is_twice INTEGER NOT NULL, -- 1 where it repeats the one before it, although the ad declares the other of the two.
  is_declared INTEGER NOT NULL, -- 1 where the ad declares the other of the two.
  is_end INTEGER NOT NULL, -- 1 for what a media element fires as it ends: it is no viewer's pause, and takes no turn.
  PRIMARY KEY (run, firing)
) STRICT, WITHOUT ROWID;

-- The script of a verification that an ad or one of its wrappers declares, for an ad play that started.
CREATE TABLE verification_script (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper.
  verification INTEGER NOT NULL, -- Which of that ad's verifications, from 1.
  level INTEGER NOT NULL, -- 0 is the ad itself, n its nth wrapper.
  vendor TEXT NOT NULL, -- The vendor as declared; empty without one.
  resource INTEGER NOT NULL REFERENCES resource, -- Its first script, the one that was requested.
  state TEXT NOT NULL, -- brought, refused (by its server, or where that redirects to) or unseen.
  requested_us INTEGER, -- When a script of it was requested; NULL where none was for this document.
  is_hidden INTEGER NOT NULL, -- 1 where requests to its host may have gone unseen before the start.
  is_reportable INTEGER NOT NULL, -- 1 where it declares a verificationNotExecuted.
  reported INTEGER, -- 1 where that was sent, 0 where perhaps for another verification; NULL where it was not.
  PRIMARY KEY (run, ad_play, ad, verification)
) STRICT, WITHOUT ROWID;

-- A wrapper that led to an ad or to another wrapper.
CREATE TABLE wrapper_above (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper that it led to.
  level INTEGER NOT NULL, -- 1 is the one right above, n the nth.
  wrapper INTEGER NOT NULL REFERENCES ad, -- The wrapper.
  PRIMARY KEY (run, ad, level)
) STRICT, WITHOUT ROWID;

-- A document whose wrapper led to another document, at whatever distance.
CREATE TABLE wrapper_chain (
  run INTEGER NOT NULL, -- The run.
  document INTEGER NOT NULL REFERENCES document, -- The document that it led to.
  wrapper INTEGER NOT NULL REFERENCES document, -- The document with the wrapper.
  level INTEGER NOT NULL -- 1 for the one that asked for it, n for the nth.
) STRICT;
CREATE INDEX by_wrapper_chain_document ON wrapper_chain (run, document);

-- A piece of what the viewer came for: media that no ad declares, from a host that serves several pieces of it.
CREATE TABLE content_media (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  before_us INTEGER, -- When the piece before it was asked for; NULL for the first.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_content_media_at_us ON content_media (run, at_us);

-- A visit to the page that an ad leads to: the request for it, or the first of those that redirects made of one.
CREATE TABLE landing (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  resource INTEGER NOT NULL REFERENCES resource, -- What declares the page; of several that do, the first.
  at_us INTEGER NOT NULL, -- When it was sent.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad that declares it.
  kind TEXT NOT NULL, -- Whose page it is, as in resource: click-through, companion-click-through …
  event TEXT NOT NULL, -- The event that reports the tap: clickTracking, companionClickTracking …
  PRIMARY KEY (run, exchange, resource)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_landing_ad_kind_at_us ON landing (run, ad, kind, at_us);

-- A request that is neither a beacon nor a document of ads nor media: what the app or the page asks for beside them.
CREATE TABLE other_request (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  before_us INTEGER, -- When the one before it went to the same host; NULL for the first.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_other_request_at_us ON other_request (run, at_us);

-- A stitched ad whose media was asked for and refused: nobody saw it.
CREATE TABLE refused_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first request that was refused.
  at_us INTEGER NOT NULL, -- When it was sent.
  is_segment INTEGER NOT NULL, -- 1 where it was for a segment, 0 where for a playlist.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- A request for a segment of a stream that was not refused.
CREATE TABLE stream_fetch (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When it was sent.
  media_us INTEGER, -- Where the segment begins in the stream's media; NULL where no playlist in sight lists it.
  duration_us INTEGER, -- How long it is.
  program_us INTEGER, -- The date of its media; NULL where the playlist has none.
  ad INTEGER REFERENCES ad, -- The ad that it is part of; NULL for content.
  is_waited INTEGER NOT NULL, -- 1 where the player let a quarter of its time pass before it asked: the buffer was full.
  is_next INTEGER NOT NULL, -- 1 where it lies right behind the one that was asked for before it.
  is_paced INTEGER NOT NULL, -- 1 where that one had been played, for as long as it is, when this one was asked for.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_stream_fetch_stream_at_us ON stream_fetch (run, stream, at_us);
CREATE INDEX by_stream_fetch_ad ON stream_fetch (run, ad);

-- An ad that an ad break holds, at whatever depth of wrappers.
CREATE TABLE break_ad (
  run INTEGER NOT NULL, -- The run.
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper.
  answer INTEGER NOT NULL REFERENCES document, -- The document that brought it to the break: an answer to its tag, or its own.
  is_shared INTEGER NOT NULL, -- 1 where another break declares it too: its trackers do not say where it played.
  PRIMARY KEY (run, break, ad)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_break_ad_ad ON break_ad (run, ad);

-- A tag that was sent for verification, each time.
CREATE TABLE dai_verification (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  tag TEXT NOT NULL, -- The tag, as sent.
  is_masked INTEGER NOT NULL, -- 1 where an export put something else in its place: which tag it was is not known.
  nth INTEGER NOT NULL, -- The first, second … time.
  before INTEGER REFERENCES beacon, -- The request for the same tag before it.
  before_us INTEGER, -- When that was sent.
  before_status INTEGER, -- Its answer's status.
  listed TEXT, -- The tag as the metadata list it; NULL where they do not.
  type TEXT, -- What it stands for.
  place INTEGER, -- From 1 for start to 5 for complete.
  ad TEXT, -- The ad that it belongs to.
  length_us INTEGER, -- How long that is.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_dai_verification_session_at_us ON dai_verification (run, session, at_us);

-- When a break was over, as the log of the player has it.
CREATE TABLE logged_break_end (
  run INTEGER NOT NULL, -- The run.
  at_us INTEGER NOT NULL, -- When, on the clock of the run.
  PRIMARY KEY (run, at_us)
) STRICT, WITHOUT ROWID;

-- A request for the asset of an interstitial. A player may add to the query of the asset's URL.
CREATE TABLE asset_request (
  run INTEGER NOT NULL, -- The run.
  asset_url TEXT NOT NULL, -- The asset, as the interstitial names it.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  method TEXT NOT NULL, -- Its method.
  is_refused INTEGER NOT NULL, -- 1 when the answer's status is 400 or above.
  PRIMARY KEY (run, asset_url, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_asset_request_asset_url_is_refused_at_us ON asset_request (run, asset_url, is_refused, at_us);

-- An event of the SDK that has a tracker, or a beacon of its name, and how far the other of the two is.
CREATE TABLE ima_pair (
  run INTEGER NOT NULL, -- The run.
  evidence_table TEXT NOT NULL, -- call for an event, firing for a beacon.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- The event or the beacon.
  event TEXT NOT NULL, -- start, firstQuartile, midpoint, thirdQuartile, complete or skip.
  at_us INTEGER NOT NULL, -- When it was said or sent.
  since_us INTEGER NOT NULL, -- What hides traffic from then on touches it: the begin of its break where the ad's is unseen.
  due_us INTEGER NOT NULL, -- When the other of the two was due, by the other's clock.
  ad TEXT, -- The event's ad and break.
  distance_us INTEGER, -- How far the nearest of the other kind is, by the clock of the log where that is sure.
  guessed_us INTEGER, -- The same by the clock that explains most.
  PRIMARY KEY (run, evidence_table, evidence_id)
) STRICT, WITHOUT ROWID;

-- An asset id as a ping or a loadMetadata names it, and each thing that may be wrong with it.
CREATE TABLE nielsen_asset_name (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER REFERENCES beacon, -- The ping; NULL for a loadMetadata.
  call INTEGER REFERENCES call, -- The loadMetadata; NULL for a ping.
  session INTEGER REFERENCES session, -- The stream of that.
  at_us INTEGER NOT NULL, -- When it was sent or made.
  asset TEXT NOT NULL, -- The asset id.
  kind TEXT NOT NULL, -- length, characters or, of an ad, shared.
  is_wrong INTEGER, -- 1 where that is wrong.
  is_pinged INTEGER NOT NULL, -- 1 for a loadMetadata whose asset pings show with the same fault.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  severity TEXT, -- warning where only another market says so.
  observed TEXT, -- What it is where it is wrong, for people.
  expected TEXT -- What it is to be, for people.
) STRICT;

-- The first ping of an instance of the SDK, with the requests for a configuration that may have served it: of the same app, and not those of which the ids or the address are another instance's alone.
CREATE TABLE nielsen_hello (
  run INTEGER NOT NULL, -- The run.
  instance INTEGER NOT NULL REFERENCES session, -- The instance.
  beacon INTEGER NOT NULL REFERENCES beacon, -- Its first ping.
  at_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER, -- When its session began, as its id says; NULL where it does not.
  kept_us INTEGER, -- When such a configuration was first asked for: in an earlier launch, too.
  own_us INTEGER, -- The same, by this launch.
  first_us INTEGER, -- From when on all recordings of that moment ran.
  behind_us INTEGER, -- How long after the first ping this launch asked for the next.
  PRIMARY KEY (run, instance)
) STRICT, WITHOUT ROWID;

-- A call log whose app ids are none of those that requests to Nielsen name.
CREATE TABLE nielsen_other_app (
  run INTEGER NOT NULL, -- The run.
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  app TEXT NOT NULL, -- An app id that it names.
  PRIMARY KEY (run, capture)
) STRICT, WITHOUT ROWID;

-- The duration pings of a content, each with the one before it: the time that passed, what was viewed, and which numbers.
CREATE TABLE nielsen_pace (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  session INTEGER NOT NULL REFERENCES session, -- Its view session.
  instance INTEGER NOT NULL REFERENCES session, -- The SDK instance of that.
  asset TEXT, -- The asset.
  at_us INTEGER NOT NULL, -- When it was sent.
  created_us INTEGER NOT NULL, -- When it was made, by its own clock.
  place INTEGER NOT NULL, -- From 1, in the view session.
  prior INTEGER REFERENCES beacon, -- The one before; NULL for the first.
  prior_us INTEGER, -- When that was made.
  since_us INTEGER, -- The same; for the first when the view ping of its asset was made.
  next_us INTEGER, -- How long after it the next was made; NULL for the last.
  passed_us INTEGER, -- How long after the one before it was made.
  viewed_us INTEGER, -- What was viewed since, whether pings count anew or go on counting; NULL where they do not say.
  number INTEGER, -- The number that cr gives it.
  numbers INTEGER, -- By how much that is more than the one before.
  interval_us INTEGER NOT NULL, -- The interval that the configuration of its app or the setting gives.
  least_us INTEGER NOT NULL, -- The shortest that may be taken for it.
  most_us INTEGER NOT NULL, -- The longest.
  late INTEGER NOT NULL, -- 1 when it was stored before it was sent.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_nielsen_pace_session_place ON nielsen_pace (run, session, place);

-- What a view or duration ping of a content has to name, and a loadMetadata of an ad or a content, and whether it does.
CREATE TABLE nielsen_required (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER REFERENCES beacon, -- The ping; NULL for a loadMetadata.
  call INTEGER REFERENCES call, -- The loadMetadata; NULL for a ping.
  session INTEGER REFERENCES session, -- The stream of that.
  at_us INTEGER NOT NULL, -- When it was sent or made.
  part TEXT NOT NULL, -- ad or content.
  asset TEXT NOT NULL, -- The asset; empty where it names none.
  item TEXT NOT NULL, -- The parameter, or the name in the metadata.
  meaning TEXT NOT NULL, -- The name in the metadata: assetid, length, program or title.
  is_missing INTEGER NOT NULL, -- 1 where it is blank or not there.
  is_partial INTEGER NOT NULL -- 1 where the log leaves out some calls.
) STRICT;
CREATE INDEX by_nielsen_required_asset_meaning ON nielsen_required (run, asset, meaning);

-- An ad that stood loaded for as long as it is, amid a content, of which no position came: it was shown, or it failed.
CREATE TABLE nielsen_unheard (
  run INTEGER NOT NULL, -- The run.
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  asset TEXT, -- The asset.
  at_us INTEGER NOT NULL, -- When it was loaded, by the log.
  until_us INTEGER NOT NULL, -- When it was stopped, or something else was loaded.
  is_shown INTEGER NOT NULL, -- 1 where the player says that an ad was shown meanwhile.
  PRIMARY KEY (run, call)
) STRICT, WITHOUT ROWID;

-- An event that comes once in an OMID session, where more than one instance of a script was announced for the session alone: how many of them told of it.
CREATE TABLE omid_copy (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The session.
  event TEXT NOT NULL, -- The event.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The first message of it.
  at_us INTEGER NOT NULL, -- When that was sent.
  copies INTEGER NOT NULL, -- How many messages told of it.
  instances INTEGER NOT NULL, -- How many instances were announced.
  PRIMARY KEY (run, session, event)
) STRICT, WITHOUT ROWID;

-- A message of an OMID session, with what it says of the ad and its view.
CREATE TABLE omid_message (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  ad_play INTEGER REFERENCES ad_play, -- The ad play it measures; NULL where none is near.
  media TEXT, -- What it measures, as in omid_session.
  event TEXT NOT NULL, -- As in omid_event: sessionStart, loaded, impression, geometryChange, start …
  nth INTEGER NOT NULL, -- From 1: which of the session's messages of this event it is.
  at_us INTEGER NOT NULL, -- When it happened.
  is_stamped INTEGER NOT NULL, -- 1 where the message itself says when.
  in_view INTEGER NOT NULL, -- Percent of the ad in view from then on.
  duration REAL, -- The length of the media, in seconds.
  volume TEXT, -- The player's volume.
  skippable TEXT, -- Whether the ad can be skipped.
  skip_offset REAL, -- From which second on.
  auto_play TEXT, -- Whether it began by itself.
  position TEXT, -- Its place beside the content.
  percent TEXT, -- How much of it was in view.
  width REAL, -- The width of its view.
  height REAL, -- The height of that.
  is_lost INTEGER NOT NULL, -- 1 where its view was not found.
  is_obstructed INTEGER NOT NULL, -- 1 where something lay over it.
  times INTEGER NOT NULL, -- How often the event was reported in the session.
  first INTEGER NOT NULL REFERENCES beacon, -- The first report of it.
  first_us INTEGER NOT NULL, -- When that happened.
  is_unplaced INTEGER NOT NULL, -- 1 where two scripts may have reported the same thing, as far as their arrival shows.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_omid_message_subject_id_event ON omid_message (run, subject_id, event);

-- A session of an ad play that has another session already: one that began while the ad was played, or that reports the same playback beside the other; or one before it that shows nothing, where no ad is left that it may be of.
CREATE TABLE omid_restart (
  run INTEGER NOT NULL, -- The run.
  before INTEGER NOT NULL REFERENCES session, -- The session that it has already.
  session INTEGER NOT NULL REFERENCES session, -- The further one.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  is_idle INTEGER NOT NULL, -- 1 when it reports no impression, and may be of an ad that was loaded and not shown.
  is_sure INTEGER NOT NULL, -- 1 when what it reports or was given, or the other's end, shows that it is of this ad.
  PRIMARY KEY (run, before, session)
) STRICT, WITHOUT ROWID;

-- Requests that went to one host whenever an OMID session reported a place of its ad, and seldom else: those of trackers that a document declares which was not read.
CREATE TABLE unread_tracking (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The session.
  host TEXT NOT NULL, -- The host.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first of the requests.
  PRIMARY KEY (run, session, host)
) STRICT, WITHOUT ROWID;

-- A later play of a stitched ad: whether the ad was shown again, or only its beacons were sent again.
CREATE TABLE resent_play (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play.
  before INTEGER NOT NULL REFERENCES firing, -- The last beacon of the play before it.
  before_us INTEGER NOT NULL, -- When that play began.
  is_resent INTEGER NOT NULL, -- 1 where the stream was played on all the while, and nothing of the ad was fetched again.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- A stitched ad of which a segment was fetched or a beacon sent.
CREATE TABLE stitched_shown (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- What declares it.
  ordinal INTEGER NOT NULL, -- Its place in that.
  duration_us INTEGER, -- Its declared length.
  declared_us INTEGER NOT NULL, -- When the document was asked for.
  at_us INTEGER NOT NULL, -- The first sign of it.
  since_us INTEGER NOT NULL, -- Since when something of it may have been sent: not before its playlist, nor the ad in front of it.
  evidence_table TEXT NOT NULL, -- exchange or firing.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- What was fetched or sent first.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_stitched_shown_document_ordinal ON stitched_shown (run, document, ordinal);

-- A linear ad that a player showed, or said that it showed, with what came after it.
CREATE TABLE _shown_ad (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  root INTEGER NOT NULL REFERENCES document, -- The document that the way to it began with: one pod has one.
  began_us INTEGER NOT NULL, -- When it began: its start, else the impression.
  length_us INTEGER NOT NULL, -- How long it is: as its media, as OMID received it, or as declared.
  still_us INTEGER NOT NULL, -- How long it is known to have stood still.
  is_halted INTEGER NOT NULL, -- 1 when it stood still before its end, and did not go on.
  is_skippable INTEGER NOT NULL, -- 1 when it may end before its end without a fault: skippable, or with code of its own.
  next_us INTEGER, -- When the next ad began.
  next_play INTEGER REFERENCES ad_play, -- The next ad.
  next_root INTEGER REFERENCES document, -- Its way's first document.
  content_us INTEGER, -- When the content was asked for again, after it had stood still.
  content INTEGER REFERENCES exchange, -- That request.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- An ad play behind which the content that it interrupted went on, or began on the same page: nobody had left.
CREATE TABLE outlived_ad (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- An ad whose media was fetched ahead: the content played on behind it, and never stood still for as long as the ad is; and nothing shows that it was played while the content was only made ready.
CREATE TABLE preload (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  fetched_us INTEGER NOT NULL, -- When its media was asked for.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- A wrapper that led to no document, where no ad was shown in its place and no level reported why. Without an Error URL a player that asked in vain is silent by right.
CREATE TABLE stray_wrapper (
  run INTEGER NOT NULL, -- The run.
  document INTEGER NOT NULL REFERENCES document, -- Its document.
  ad INTEGER NOT NULL REFERENCES ad, -- The wrapper; of several the first.
  PRIMARY KEY (run, document)
) STRICT, WITHOUT ROWID;

-- A host whose requests show an ad or an ad break that no document which was read declares.
CREATE TABLE unread_ad (
  run INTEGER NOT NULL, -- The run.
  host TEXT NOT NULL, -- The host.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first of the requests.
  what TEXT NOT NULL, -- What was not read, for people.
  PRIMARY KEY (run, host)
) STRICT, WITHOUT ROWID;

-- A tracker of an ad play of which a request may have gone unseen: attribution may have given it to another play, a page had its image already, or it was answered from a cache.
CREATE TABLE unsure_tracker (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  PRIMARY KEY (run, ad_play, tracker)
) STRICT, WITHOUT ROWID;

-- A time in which content was not asked for, between pieces that came one by one: for a buffer's length behind it nobody paused or jumped.
CREATE TABLE content_halt (
  run INTEGER NOT NULL, -- The run.
  host TEXT NOT NULL, -- The host of the content.
  to_us INTEGER NOT NULL, -- When the piece behind it was.
  from_us INTEGER NOT NULL, -- When the piece before it was asked for.
  length_us INTEGER NOT NULL, -- How much longer that took than from one piece to the next.
  PRIMARY KEY (run, host, to_us)
) STRICT, WITHOUT ROWID;

-- A stream, over all of its playlists that were read.
CREATE TABLE stream_extent (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  host TEXT NOT NULL, -- The host of its playlists.
  from_us INTEGER, -- Where the first segment that they list begins in its media.
  to_us INTEGER, -- Where the last ends.
  target_us INTEGER, -- The target duration.
  is_live INTEGER NOT NULL, -- 1 where a playlist behind the first added segments: it was watched while it grew.
  is_ended INTEGER NOT NULL, -- 1 where no segment will be added.
  first_us INTEGER NOT NULL, -- When the first of them was asked for.
  last_us INTEGER NOT NULL, -- When the last of them was, or of its segments.
  PRIMARY KEY (run, stream)
) STRICT, WITHOUT ROWID;

-- A segment that was asked for behind others of its stream that never were: the viewer jumped there, or they were in a cache, or the recorder looked away.
CREATE TABLE stream_leap (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When it was asked for.
  since_us INTEGER, -- When the one before it was; NULL for the first of a stream.
  media_us INTEGER NOT NULL, -- Where it begins in the stream's media.
  duration_us INTEGER NOT NULL, -- How long it is.
  end_us INTEGER, -- Where the furthest that was asked for before it ends; NULL for the first of a stream.
  shift_us INTEGER -- How much further ahead of the clock the player is behind it than in front of it; NULL where it did not ask for one segment as it played one on both sides.
) STRICT;
CREATE INDEX by_stream_leap_stream_at_us ON stream_leap (run, stream, at_us);

-- Segments of a stream that were fetched in a row, without a jump. Two that are missing between two are one.
CREATE TABLE stream_row (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  first_us INTEGER NOT NULL, -- When the first of them was asked for.
  last_us INTEGER NOT NULL, -- When the last was.
  last INTEGER NOT NULL REFERENCES exchange, -- That request.
  media_from_us INTEGER NOT NULL, -- Where the first begins in the stream's media.
  media_to_us INTEGER NOT NULL, -- Where the last ends.
  program_us INTEGER, -- The date of the first; NULL where the playlist has none.
  shown_us INTEGER NOT NULL, -- The place in the media that was shown by then, if the player buffers no more than it may.
  is_even INTEGER NOT NULL, -- 1 when the last were asked for at the pace of playing: nobody paused for long or played faster.
  is_joined INTEGER NOT NULL -- 1 when the viewer was at its first segment as that was asked for: recording had begun before.
) STRICT;
CREATE INDEX by_stream_row_stream_media_from_us ON stream_row (run, stream, media_from_us);

-- What the viewer or the device did, whatever was playing.
CREATE TABLE viewer_act (
  run INTEGER NOT NULL, -- The run.
  at_us INTEGER NOT NULL, -- When.
  kind TEXT NOT NULL, -- left, paused, resumed, stalled, sought, away or back, as in sign.
  source TEXT NOT NULL, -- navigation or log.
  evidence_table TEXT NOT NULL, -- exchange or call.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table -- The row that shows it.
) STRICT;
CREATE INDEX by_viewer_act_at_us ON viewer_act (run, at_us);

-- An ad play of an ad break, and in which run of the break it came. A break runs again where its ads were over for a while, and then one of them was played anew, or one of another answer to its tag.
CREATE TABLE break_play (
  run INTEGER NOT NULL, -- The run.
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  nth INTEGER NOT NULL, -- Its first, second, … run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  answer INTEGER NOT NULL REFERENCES document, -- The document that brought its ad to the break.
  PRIMARY KEY (run, break, nth, ad_play)
) STRICT, WITHOUT ROWID;

-- An ad play for which omidTrackView is declared and that began, and what was sent of it.
CREATE TABLE criteo_view (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker of omidTrackView.
  view INTEGER REFERENCES firing, -- The first omidTrackView; NULL where none was sent.
  cause INTEGER REFERENCES firing, -- The first OMID beacon of another event; where none was sent, the VAST start.
  is_reported INTEGER, -- 1 where the verification was reported as not executed, 0 where perhaps another one; else NULL.
  is_unsure INTEGER NOT NULL, -- 1 where omidTrackView may have been sent all the same, as in unsure_tracker.
  view_us INTEGER, -- When the omidTrackView was sent.
  cause_event TEXT, -- The event of the other.
  cause_us INTEGER, -- When that was sent.
  other_us INTEGER, -- The same where it is an OMID beacon.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- A pod that a stream asked for, and what was fetched of its media. Its playlists lead to them, wherever they are kept.
CREATE TABLE dai_break (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  pod TEXT NOT NULL, -- The id of the pod.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The first request for it.
  asked_us INTEGER NOT NULL, -- When that was sent.
  media INTEGER REFERENCES document, -- The pod's own stream, as in playlist_reading; NULL where none was read.
  length_us INTEGER NOT NULL, -- How long it is: as its playlists list it, else as was asked for; 0 unknown.
  before_us INTEGER NOT NULL, -- How long the pods in front of it are.
  loaded_us INTEGER, -- When a playlist below its manifest was asked for first.
  first_us INTEGER, -- When the first of its segments was asked for.
  last_us INTEGER, -- When the last was.
  is_whole INTEGER NOT NULL, -- 1 where all of it was fetched.
  onward_us INTEGER, -- When content was last asked for where it came from before, if no buffer holds the pod as long.
  resumed_us INTEGER, -- When content went on after it stood still for just as long as the pod takes, and was not left.
  is_refused INTEGER NOT NULL, -- 1 where its manifest was refused or failed, or all of its segments that were asked for.
  PRIMARY KEY (run, session, pod)
) STRICT, WITHOUT ROWID;

-- A break of a film that was played past, as the answer to its stream's registration lists it, and what was verified of it. Breaks that lie closer together than a buffer reaches are one.
CREATE TABLE dai_film_break (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  from_us INTEGER NOT NULL, -- Where the break begins in the stream's media.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The stream's registration.
  at_us INTEGER NOT NULL, -- When its first segment was asked for.
  until_us INTEGER NOT NULL, -- When the stream was last asked for.
  owed INTEGER NOT NULL, -- How many tags it has; where the answer lists no events, five for each ad that is no slate.
  verified INTEGER NOT NULL, -- How many tags were verified before the next break was fetched.
  is_sure INTEGER NOT NULL, -- 1 where it was silent between two that were not, and fetching kept its pace behind it.
  PRIMARY KEY (run, session, from_us)
) STRICT, WITHOUT ROWID;

-- A tag of an ad's timeline that was verified for the first time, beside those before and after it.
CREATE TABLE dai_step (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What the tag stands for.
  place INTEGER NOT NULL, -- From 1 for start to 5 for complete.
  ad TEXT, -- The ad, where the metadata name it.
  length_us INTEGER, -- How long that is.
  before INTEGER REFERENCES beacon, -- The step before it.
  before_us INTEGER, -- When that was sent.
  before_type TEXT, -- What it stands for.
  before_place INTEGER, -- Its place.
  before_ad TEXT, -- Its ad.
  before_length_us INTEGER, -- How long that is.
  earlier_place INTEGER, -- The place of the step before that.
  earlier_us INTEGER, -- When that was sent.
  next_place INTEGER, -- The place of the step after it.
  next_us INTEGER, -- When that was sent.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_dai_step_session_at_us ON dai_step (run, session, at_us);
CREATE INDEX by_dai_step_session_ad ON dai_step (run, session, ad);

-- An interstitial that the playlist of another's asset schedules: players ignore it there.
CREATE TABLE nested_interstitial (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range inside, as in interstitial.
  outer_tag INTEGER REFERENCES beacon, -- The first that shows its playlist; NULL where only the request says that one does.
  is_sure INTEGER NOT NULL, -- 0 where the playlist may have been played by itself when it was read.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- An ad of an asset list, and the interstitial that the list was asked for by.
CREATE TABLE scheduled_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  list INTEGER NOT NULL REFERENCES document, -- The list.
  stream INTEGER REFERENCES document, -- The stream that schedules it, as in interstitial.
  is_whole INTEGER NOT NULL, -- As in interstitial.
  is_kept INTEGER NOT NULL, -- As in interstitial.
  asset_url TEXT, -- As in interstitial; NULL where several interstitials name the list.
  start_us INTEGER, -- As in interstitial; NULL where a CUE stands for it.
  resume_us INTEGER, -- As in interstitial.
  limit_us INTEGER, -- How much of it is played at most; NULL where nothing limits it.
  joined_us INTEGER, -- How far behind its beginning the viewer comes in, as the list's request says; NULL where that says nothing.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- Each call log with calls of Nielsen's SDK: whether it is of this run, and what brings it to the clock of the pings.
CREATE TABLE nielsen_log (
  run INTEGER NOT NULL, -- The run.
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  call INTEGER NOT NULL REFERENCES call, -- Its first call of the SDK.
  from_us INTEGER NOT NULL, -- When that was made, by the log.
  to_us INTEGER NOT NULL, -- When the last was made, by the log.
  offset_us INTEGER, -- What to add to a call's time; NULL for a log of something else.
  support INTEGER NOT NULL, -- How many pings it explains by the calls that they follow.
  pings INTEGER NOT NULL, -- How many view and duration pings there are.
  state TEXT NOT NULL, -- joined, other-app, other-time or unknown.
  because TEXT NOT NULL, -- What says so, for people.
  PRIMARY KEY (run, capture)
) STRICT, WITHOUT ROWID;

-- A stitched ad that was played, and how far: from where the viewer was known to be until then the player fetched as it plays.
CREATE TABLE paced_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  reached_us INTEGER NOT NULL, -- The place in its media that was surely reached; more than its length where it was played to the end.
  at_us INTEGER NOT NULL, -- When it was reached at the latest.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- A stitched ad of which nothing declared was sent, and at whose times requests of the same form went to the same hosts: its beacons were sent with the values of an earlier session, or cut at a comma.
CREATE TABLE stale_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  tracker INTEGER NOT NULL REFERENCES tracker, -- What was declared for its beginning.
  exchange INTEGER NOT NULL REFERENCES exchange, -- What was sent then.
  at_us INTEGER NOT NULL, -- When.
  since_us INTEGER NOT NULL, -- When what declares the ad was asked for first: another answer may have declared others.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- Where watching may have begun in or with a stitched ad.
CREATE TABLE stitched_entry (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  first_us INTEGER, -- When its first segment was asked for; NULL where that was not seen.
  is_led INTEGER NOT NULL, -- 1 when that was the first segment of its stream in sight.
  is_entered INTEGER NOT NULL, -- 1 when the viewer may have come into the middle of it.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- The ads of a stream in the order in which its playlists list them, those of one break with nothing between them.
CREATE TABLE stitched_seat (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading; without one the first tracking document of the host.
  media INTEGER REFERENCES document, -- The stream of playlists: the same, or for a tracking document the only one of its host; NULL unknown.
  seat INTEGER NOT NULL, -- Its number, from 1.
  break INTEGER NOT NULL, -- The number of its break.
  length_us INTEGER, -- How long it is: as declared, else as its segments or what was sent show.
  media_us INTEGER NOT NULL, -- The lengths of the ads in front of it.
  unknown INTEGER NOT NULL, -- How many of those are not known.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_stitched_seat_stream_seat_break ON stitched_seat (run, stream, seat, break);

-- Media from the host of MediaTailor's ads, of a session whose tracking list was due and was not read.
CREATE TABLE unlisted_media (
  run INTEGER NOT NULL, -- The run.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request for the media.
  at_us INTEGER NOT NULL, -- When it was sent.
  PRIMARY KEY (run, exchange)
) STRICT, WITHOUT ROWID;

-- An ad that was made ready, and whose time never came: nothing of the content was fetched past its break's place or, where that is not known, later than a buffer holds after the ad's media.
CREATE TABLE _unreached_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- The document that declares it.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- The view of a companion or an icon of an ad play: a row for each time that it was reported, and one where its image was fetched and no view of it was.
CREATE TABLE element_view (
  run INTEGER NOT NULL, -- The run.
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER, -- When it ended.
  kind TEXT NOT NULL, -- companion or icon.
  item TEXT NOT NULL, -- again for a view that was reported, absent for one that was not.
  is_wrong INTEGER NOT NULL, -- 1 where the player sent it again, or where no companion, or icon, of the ad reported a view.
  severity TEXT, -- info for what was not reported: what is fetched is not yet shown.
  observed TEXT NOT NULL, -- How often it was reported, for people; what the transport sent again does not count.
  again INTEGER REFERENCES firing, -- The beacon that repeats another.
  first INTEGER REFERENCES firing, -- The beacon that repeats none.
  tracker INTEGER REFERENCES tracker, -- The tracker of a view that was not reported.
  at_us INTEGER NOT NULL, -- When it was sent, or the image asked for.
  until_us INTEGER NOT NULL, -- By when it was due.
  doubt TEXT -- ambiguous where it may have been sent all the same.
) STRICT;
CREATE INDEX by_element_view_kind_subject_id ON element_view (run, kind, subject_id);

-- creativeView, which is due with the impression of an ad, and loaded, which is due before its start: each time that one was sent, and each of its trackers that was left out.
CREATE TABLE opening_event (
  run INTEGER NOT NULL, -- The run.
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER NOT NULL, -- When the impression, or the start, was sent.
  event TEXT NOT NULL, -- creativeView or loaded.
  item TEXT NOT NULL, -- absent, again, or what is wrong with its time.
  is_wrong INTEGER NOT NULL, -- 1 where it came at another time or again, or where none of its trackers was sent.
  observed TEXT NOT NULL, -- What was seen, for people.
  expected TEXT NOT NULL, -- What was due, for people.
  firing INTEGER REFERENCES firing, -- The beacon.
  tracker INTEGER REFERENCES tracker, -- The tracker that was left out.
  at_us INTEGER NOT NULL, -- When it was sent, or when it was due.
  until_us INTEGER NOT NULL -- By when it was due.
) STRICT;
CREATE INDEX by_opening_event_event ON opening_event (run, event);

-- An ad that may have been shown and of which no tracker was sent: the first ad of a document, or break, of which nothing was played, and each ad of a pod that was. What was fetched ahead and never came into a pod's turn is none.
CREATE TABLE silent_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- The document that declares it.
  break INTEGER REFERENCES ad, -- The ad break or wrapper that holds it; NULL for neither.
  is_pod INTEGER NOT NULL, -- 1 where another ad of its pod was played.
  media INTEGER REFERENCES resource, -- Media of it, or of those it stands for, that was asked for; NULL where none was.
  fetched_us INTEGER, -- When media was brought; NULL where none was.
  reached_us INTEGER, -- When the ad before it in its pod was over, seen to its end or skipped; NULL where that was not seen.
  is_next INTEGER NOT NULL, -- 1 for the one behind those of its pod that were played.
  is_passed INTEGER NOT NULL, -- 1 where an ad behind it in its pod was played.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- An ad play that was over long before the recording, although nothing shows how it ended: for as long as the rest of the ad is, and longer, the app asked for other things and no more for the ad or its stream.
CREATE TABLE outlasted_ad (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  at_us INTEGER NOT NULL, -- When it was over at the latest.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- A place in a stream to which the viewer jumped: it lies farther ahead of the segments before it than time had passed, or behind them.
CREATE TABLE stream_jump (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When the first segment there was asked for.
  media_us INTEGER NOT NULL -- Where that begins in the stream's media.
) STRICT;
CREATE INDEX by_stream_jump_at_us ON stream_jump (run, at_us);

-- A breakStart or breakEnd of a break that played ads: a row for each of its URLs in each run of the break.
CREATE TABLE break_mark (
  run INTEGER NOT NULL, -- The run.
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  nth INTEGER NOT NULL, -- Its first, second, … run, as in break_play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The URL.
  event TEXT NOT NULL, -- breakStart or breakEnd.
  url TEXT NOT NULL, -- As declared.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play whose impression came first in the run.
  begun_us INTEGER NOT NULL, -- That impression.
  ended_us INTEGER, -- When an ad of the run ended last; NULL where nothing says so.
  is_due INTEGER NOT NULL, -- 1 where the break was over for certain: the end's in this run, the start's in the one before.
  since_us INTEGER NOT NULL, -- Since when the URL is of this run; 0 where no run before it has that URL.
  until_us INTEGER NOT NULL, -- Until when it is; far off where no run after it has that URL.
  is_sent INTEGER NOT NULL, -- 1 where it was sent then, for whichever break: breaks may share a URL.
  PRIMARY KEY (run, break, nth, tracker)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_break_mark_url_event ON break_mark (run, url, event);

-- A source of calls of which no log is of the run: what rules would read in it is open.
CREATE TABLE foreign_log (
  run INTEGER NOT NULL, -- The run.
  source TEXT NOT NULL, -- Whose calls they are, as in call.
  because TEXT NOT NULL, -- What says so, for people.
  PRIMARY KEY (run, source)
) STRICT, WITHOUT ROWID;

-- A tag of an ad of which others were verified and it was not, and the places of those beside it: they leave in any order.
CREATE TABLE _dai_left_out (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- The ad, as the metadata name it.
  type TEXT NOT NULL, -- What the tag stands for.
  place INTEGER NOT NULL, -- Its place, from 1 for start to 5 for complete.
  poll INTEGER NOT NULL REFERENCES beacon, -- The first metadata that list it.
  low INTEGER, -- The place of the last in front of it that was verified; NULL where none was.
  high INTEGER, -- The place of the first behind it that was verified; NULL where none was.
  PRIMARY KEY (run, session, ad, type)
) STRICT, WITHOUT ROWID;

-- A pod that was loaded and of which nothing was verified, although the player went on for longer than it takes, or its media was fetched as it is played.
CREATE TABLE dai_mute_pod (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request for it.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was loaded.
  pod TEXT NOT NULL, -- The pod's id.
  until_us INTEGER NOT NULL, -- When the player was seen to go on.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- An ad that the metadata of a stream name, and the pod that it is part of.
CREATE TABLE dai_seat (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- Its id in the metadata.
  poll INTEGER NOT NULL REFERENCES beacon, -- The metadata that named it first.
  nth INTEGER NOT NULL, -- Its place among the ads of the stream, in the order in which they were named.
  length_us INTEGER NOT NULL, -- How long it is.
  pod TEXT, -- The pod, where the lengths of both say so, and all of it was fetched.
  pod_before_us INTEGER, -- How long the ads in front of it in the pod are.
  fetched_us INTEGER, -- When the last of that was asked for.
  onward_us INTEGER, -- When content was asked for behind that, as in dai_break.
  resumed_us INTEGER, -- When content went on behind it, as in dai_break.
  is_refused INTEGER NOT NULL, -- 1 where no media of the pod was delivered, as in dai_break.
  PRIMARY KEY (run, session, ad)
) STRICT, WITHOUT ROWID;

-- An asset list that was asked for ahead, or once more, of an interstitial that played once: another request for it counts.
CREATE TABLE spare_list (
  run INTEGER NOT NULL, -- The run.
  document INTEGER NOT NULL REFERENCES document, -- The list.
  PRIMARY KEY (run, document)
) STRICT, WITHOUT ROWID;

-- An asset of an interstitial's list that was never asked for, although the list was read and nothing of it was refused.
CREATE TABLE unloaded_asset (
  run INTEGER NOT NULL, -- The run.
  asset_url TEXT NOT NULL, -- The list, as the interstitial names it.
  ordinal INTEGER NOT NULL, -- The asset's place in the list, from 1.
  ad INTEGER NOT NULL REFERENCES ad, -- The asset.
  PRIMARY KEY (run, asset_url, ordinal)
) STRICT, WITHOUT ROWID;

-- A line of a call log of this run, by the clock of the pings.
CREATE TABLE nielsen_call (
  run INTEGER NOT NULL, -- The run.
  call INTEGER NOT NULL REFERENCES call, -- The call of the SDK, or event of the player.
  source TEXT, -- As in call: nielsen, player …
  name TEXT, -- Its name.
  at_us INTEGER NOT NULL, -- When it was made.
  PRIMARY KEY (run, call)
) STRICT, WITHOUT ROWID;

-- A choice of the person to be measured or not: a call of a log, or what the facts say.
CREATE TABLE nielsen_choice (
  run INTEGER NOT NULL, -- The run.
  from_us INTEGER, -- From when on, by the clock of the pings; 0 for all of the run, NULL for a call that nothing aligns.
  is_out INTEGER NOT NULL, -- 1 for an opt-out, 0 for an opt-in.
  is_called INTEGER NOT NULL -- 1 for a call, which goes before what the facts say.
) STRICT;
CREATE INDEX by_nielsen_choice_is_called ON nielsen_choice (run, is_called);

-- An event of a stitched ad of which media were in sight, and when the media that it reports was asked for.
CREATE TABLE event_media (
  run INTEGER NOT NULL, -- The run.
  firing INTEGER NOT NULL REFERENCES firing, -- The event's beacon.
  way TEXT NOT NULL, -- asked in time, later, skipped to later, never, gone when no media at all was asked for any more, left when the viewer had jumped on behind the ad, unasked when only what lies behind the ad was asked for, passed when nothing can hide that, or refused.
  ahead_us INTEGER, -- How long before its media was asked for the event was sent; NULL where that was not.
  exchange INTEGER REFERENCES exchange, -- The request for it, or for what lies behind it; else the last of the ad, or the refused one.
  asked_us INTEGER, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the ad's first media was asked for; where none was, when the ad was listed.
  PRIMARY KEY (run, firing)
) STRICT, WITHOUT ROWID;

-- A stretch of a stream's media that the viewer surely came over without playing it: by a jump, as watching began, or where an interstitial is cut off.
CREATE TABLE skipped_stretch (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  from_us INTEGER NOT NULL, -- The furthest place in its media that was reached before.
  to_us INTEGER NOT NULL -- The first place that can have been played then.
) STRICT;
CREATE INDEX by_skipped_stretch_stream ON skipped_stretch (run, stream);

-- A beacon that stands for a share of a stitched ad, or of one from an asset list or a tracking document, and when it was due.
CREATE TABLE stitched_beacon (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play it belongs to.
  firing INTEGER NOT NULL REFERENCES firing, -- The beacon.
  event TEXT NOT NULL, -- firstQuartile, midpoint, thirdQuartile or complete.
  at_us INTEGER NOT NULL, -- When it was sent.
  played_us INTEGER NOT NULL, -- The time since the play's start or impression, known pauses left out.
  due_us INTEGER NOT NULL, -- The time that its share takes, from where the viewer came in.
  tolerance_us INTEGER NOT NULL, -- How far off it may be: a segment's length, where only segments show the player where it is.
  held_us INTEGER, -- How much of the ad from there on had been asked for by then; NULL where its segments are not known.
  is_even INTEGER NOT NULL, -- 1 when they come as if played faster, evenly, at twice the speed at most; fetches may deny it.
  PRIMARY KEY (run, ad_play, firing)
) STRICT, WITHOUT ROWID;

-- When the viewer was known to be where in the ads of a stream: at each event that was sent, and where watching began.
CREATE TABLE viewer_mark (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in stitched_seat.
  key INTEGER NOT NULL, -- The ad's seat, then the place in the ad.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  place INTEGER NOT NULL, -- The place in it, as in stitched_event.
  at_us INTEGER NOT NULL, -- When.
  media_us INTEGER NOT NULL, -- The place in the media of all ads of the stream.
  placed_us INTEGER, -- The place in the media of the stream's playlists; NULL for the beginning of watching, and where it is not known.
  unknown INTEGER NOT NULL, -- How many ads up to there have no known length.
  break INTEGER NOT NULL, -- The ad's break.
  is_sent INTEGER NOT NULL, -- 1 for an event, 0 for the beginning of watching.
  is_entered INTEGER NOT NULL, -- 1 when what follows in the ad comes too soon after it: the viewer came in behind it.
  PRIMARY KEY (run, stream, key)
) STRICT, WITHOUT ROWID;

-- A silent ad whose trackers may have been sent all the same, or of whose time too little was seen.
CREATE TABLE unsure_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  doubt TEXT NOT NULL, -- blind where traffic was hidden, ambiguous where it can be read in two ways.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- One sign that places the viewer on the media of an ad, a stream or a session, or away from it. Each family says which of its rows are signs; a sign of one family counts for all.
CREATE TABLE sign (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of: ad_play, ad (stitched), session, beacon (an interstitial), document.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  at_us INTEGER NOT NULL, -- When.
  kind TEXT NOT NULL, -- shown, completed, skipped, failed, left, next, paused, resumed, stalled, sought, away, back or length.
  position_us INTEGER, -- The place in the owner's own media; NULL where it says none. Of length: how long the media is.
  is_proof INTEGER NOT NULL, -- 1 when it is proven, 0 when it is possible. Of length: 1 the player's own word, 0 declared.
  source TEXT NOT NULL, -- vast, omid, log, segment, navigation, metadata, fact, blind …
  evidence_table TEXT, -- The view of the row that shows it.
  evidence_id INTEGER REFERENCES evidence_table -- That row.
) STRICT;
CREATE INDEX by_sign_owner_kind_owner_at_us ON sign (run, owner_kind, owner, at_us);

-- A tag that was verified, and when the media that holds its place was asked for.
CREATE TABLE dai_unloaded (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The verification.
  way TEXT NOT NULL, -- asked in time, later, never where what lies behind it was, or refused.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request for that media, or for the refused pod.
  asked_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the pod, or the stream, was asked for.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- Whether the person had opted out when a ping was made: as calls of the log show, else as the facts say.
CREATE TABLE nielsen_optout (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  at_us INTEGER NOT NULL, -- When it was sent.
  is_out INTEGER, -- 1 after an opt-out, 0 after an opt-in; NULL where nothing says so.
  is_marked INTEGER NOT NULL, -- 1 when the ping says that it is of somebody who opted out.
  uoo TEXT, -- What it says; NULL without the parameter.
  doubt TEXT, -- needs-fact or ambiguous, where that is not sure.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- One watching of an asset in a log of this run, by the clock of the pings: an ad, or a content over all of its breaks.
CREATE TABLE nielsen_play (
  run INTEGER NOT NULL, -- The run.
  play INTEGER NOT NULL REFERENCES call, -- Its first position.
  instance TEXT NOT NULL, -- The SDK instance.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  part TEXT NOT NULL, -- ad or content.
  asset TEXT NOT NULL, -- The asset.
  from_us INTEGER NOT NULL, -- When its first position was reported.
  to_us INTEGER NOT NULL, -- When its last was reported.
  seconds INTEGER NOT NULL, -- How many positions were reported.
  closed_us INTEGER, -- When stop ended the ad, or end the content; NULL where neither did.
  closing INTEGER REFERENCES call, -- That call.
  PRIMARY KEY (run, play)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_nielsen_play_asset_from_us ON nielsen_play (run, asset, from_us);

-- The play of a stitched ad that began before that of the ad in front of it could end, although the viewer stayed with that.
CREATE TABLE overtaken_ad (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play.
  firing INTEGER NOT NULL REFERENCES firing, -- Its first beacon.
  event TEXT NOT NULL, -- What that says.
  at_us INTEGER NOT NULL, -- When it was sent.
  early_us INTEGER NOT NULL, -- How long before the end of the ad in front of it.
  tolerance_us INTEGER NOT NULL, -- How far off that may be.
  later INTEGER NOT NULL REFERENCES firing, -- A beacon of the ad in front of it that came later, and in time.
  later_us INTEGER NOT NULL, -- When.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- A tracker of a stitched ad that was shown, and that was not sent; with what was sent before and after it.
CREATE TABLE stitched_silence (
  run INTEGER NOT NULL, -- The run.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  url TEXT NOT NULL, -- The URL.
  place INTEGER, -- The place in the ad, as in stitched_event; NULL for an event of the server's own.
  low REAL NOT NULL, -- The first and
  high REAL NOT NULL, -- the last place where it may stand, as the key of viewer_mark.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in stitched_seat.
  length_us INTEGER, -- The ad's length.
  before INTEGER, -- The key of the mark before it.
  after INTEGER, -- The key of the mark after it.
  is_many INTEGER NOT NULL, -- 1 when more than one moment is missing between the two.
  PRIMARY KEY (run, tracker)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_stitched_silence_ad ON stitched_silence (run, ad);

-- A stitched ad of which the one in front was played to its end, with nothing between: it began then.
CREATE TABLE succeeded_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  at_us INTEGER NOT NULL, -- When.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- An ad play whose viewer moved about in it, or may have: from then on the time that it was played says nothing of its place.
CREATE TABLE sought_play (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- Since when.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- An ad with media of its own, for which the content of a stream stands: of an asset list, or of a pod.
CREATE TABLE interlude_ad (
  run INTEGER NOT NULL, -- The run.
  stream INTEGER NOT NULL REFERENCES document, -- The stream of the content, as in playlist_reading.
  kind TEXT NOT NULL, -- list or pod.
  break INTEGER NOT NULL, -- The list, a document, or the pod: the beacon of its first request.
  item TEXT NOT NULL, -- The ad: its id, or its name in the metadata.
  at_us INTEGER NOT NULL, -- When its media was asked for.
  before_us INTEGER NOT NULL, -- How long those in front of it in its break are that were fetched.
  length_us INTEGER NOT NULL, -- How long it is.
  is_kept INTEGER NOT NULL, -- 1 where it must not be skipped.
  media INTEGER REFERENCES document, -- The stream that its break's own media is; NULL where each ad has its own.
  place_us INTEGER, -- Where its break stands in the content's media; NULL where that is not known.
  resume_us INTEGER -- How far behind that the content goes on; NULL where nothing says so.
) STRICT;
CREATE INDEX by_interlude_ad_stream_break ON interlude_ad (run, stream, break);

-- A stretch in which an owner's media stood still: from the last sign of a pause or a stall to the sign that it went on. A place that was reported in between does not end it.
CREATE TABLE standstill (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  from_us INTEGER NOT NULL, -- When it stopped.
  to_us INTEGER NOT NULL, -- When it went on, or when a hole in the recording began that may hide that.
  source TEXT NOT NULL, -- What says that it stopped, as in sign.
  is_sure INTEGER NOT NULL, -- 0 where the clock of the log that says so may be another.
  evidence_table TEXT NOT NULL, -- The view of the row that says that it stopped.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table -- That row.
) STRICT;
CREATE INDEX by_standstill_owner_kind_owner_from_us ON standstill (run, owner_kind, owner, from_us);

-- A span of time that the viewer spent in one state before an owner's media.
CREATE TABLE viewer_span (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  from_us INTEGER NOT NULL, -- When it begins.
  to_us INTEGER, -- When it ends; NULL where nothing ended it.
  media_from_us INTEGER, -- The place in the media at its beginning; NULL unknown.
  media_to_us INTEGER, -- The place at its end; NULL unknown.
  state TEXT NOT NULL, -- playing, paused, stalled, away, gone or unknown.
  because TEXT NOT NULL -- The signs that begin it.
) STRICT;
CREATE INDEX by_viewer_span_owner_kind_owner_from_us ON viewer_span (run, owner_kind, owner, from_us);

-- Why the pings of a watching may not have been sent although all is right.
CREATE TABLE nielsen_excuse (
  run INTEGER NOT NULL, -- The run.
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  excuse TEXT NOT NULL, -- offline (sent later), opted out (a browser falls silent), left (sent at next start) or unread.
  from_us INTEGER NOT NULL, -- From when on, by the clock of the pings.
  PRIMARY KEY (run, play, excuse)
) STRICT, WITHOUT ROWID;

-- Which ping counts which watching: of its asset and part the one that its seconds fit into, and of these the latest.
CREATE TABLE nielsen_play_ping (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  kind TEXT NOT NULL, -- view or duration.
  made_us INTEGER NOT NULL, -- When it was made; when it was sent, where a recorder took that out.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_nielsen_play_ping_play_kind ON nielsen_play_ping (run, play, kind);

-- A tracker of a stitched ad that may have been sent out of sight, or attributed to another.
CREATE TABLE hidden_beacon (
  run INTEGER NOT NULL, -- The run.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  PRIMARY KEY (run, tracker)
) STRICT, WITHOUT ROWID;

-- How the viewer came over a beacon that was not sent, between two that were.
CREATE TABLE stitched_gap (
  run INTEGER NOT NULL, -- The run.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker that was not sent.
  after_us INTEGER NOT NULL, -- When the viewer was known to be behind it.
  way TEXT NOT NULL, -- passed by playing, sought, as the player's log says, jumped, as time says, or perhaps.
  PRIMARY KEY (run, tracker)
) STRICT, WITHOUT ROWID;

-- An ad of an interlude before which the player fetched content as far ahead as behind it: so it played it.
CREATE TABLE passed_interlude (
  run INTEGER NOT NULL, -- The run.
  kind TEXT NOT NULL, -- As in interlude_ad.
  item TEXT NOT NULL, -- As in interlude_ad.
  listed_us INTEGER NOT NULL, -- When its media was asked for.
  until_us INTEGER NOT NULL, -- When the content had been played on behind it, and what stands at its end was due.
  PRIMARY KEY (run, kind, item)
) STRICT, WITHOUT ROWID;

-- How far an owner was seen: a row for each that has a sign of having been shown.
CREATE TABLE reach (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  began_us INTEGER, -- When it began.
  length_us INTEGER, -- How long it is: the player's own word, else declared.
  proven_us INTEGER, -- The place in its media that was certainly reached; NULL where nothing was.
  possible_us INTEGER, -- The furthest place that may have been reached; NULL unknown.
  end_us INTEGER, -- When it ended, or was over at the latest; NULL where nothing says so.
  end_reason TEXT NOT NULL, -- complete, skip, error, left, next, capture ended or unknown.
  end_is_proof INTEGER NOT NULL, -- 1 when the end is proven.
  is_even INTEGER NOT NULL, -- 1 when nothing says that the viewer sought or went away: playing time gives media time.
  PRIMARY KEY (run, owner_kind, owner)
) STRICT, WITHOUT ROWID;

-- An ad that the metadata of a stream name, and what was verified of it.
CREATE TABLE dai_ad (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- Its id in the metadata.
  poll INTEGER NOT NULL REFERENCES beacon, -- The metadata that named it first.
  listed_us INTEGER NOT NULL, -- When they were asked for.
  unlisted_us INTEGER, -- When the metadata before them, which did not name it, were asked for: it began later.
  length_us INTEGER NOT NULL, -- How long it is.
  verified INTEGER NOT NULL, -- How many of its positions were verified.
  played_us INTEGER, -- When the stream had been played well into it or past it; NULL where nothing shows that.
  asked_us INTEGER, -- When the stream was still asked for well into it or behind it; NULL where it was not, or the viewer came later.
  PRIMARY KEY (run, session, ad)
) STRICT, WITHOUT ROWID;

-- A type of tag that was left out of an ad between two that were verified, in front of the first or behind the last.
CREATE TABLE dai_gap (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The verification after the gap.
  missing TEXT NOT NULL, -- The type.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When that verification was sent.
  type TEXT NOT NULL, -- What it stands for.
  before INTEGER REFERENCES beacon, -- The verification before the gap.
  before_us INTEGER, -- When that was sent.
  before_type TEXT, -- What it stands for.
  is_sure INTEGER NOT NULL, -- 0 where the viewer may have come or jumped into the ad.
  PRIMARY KEY (run, beacon, missing)
) STRICT, WITHOUT ROWID;

-- An ad of which nothing was verified any more, although the stream was played on past its end, or the capture ended inside it.
CREATE TABLE dai_silence (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The last verification of the ad.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What it stands for.
  until_us INTEGER NOT NULL, -- When the ad was over, or when its stream was asked for after that.
  why TEXT NOT NULL, -- played: its segments were fetched as they are played, or the content went on behind its pod. polled: its metadata were asked for. asked: the stream that holds it was. ended: the capture was over.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- Duration pings that come at another time than the interval after the one before, that report more than has passed since then or less than the log has, or whose numbers show that some before them are missing, so long that these were due.
CREATE TABLE nielsen_interval (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  fault TEXT NOT NULL, -- again (more than has passed), short (less than the log has), number (some missing), late, early.
  missing INTEGER, -- How many are missing before it, where numbers show it.
  off_us INTEGER NOT NULL, -- How long after the one before it came, or how much was viewed since.
  is_plain INTEGER NOT NULL, -- 0 where a stop or a pause may explain it.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- When each ping was made, and by which instance of the SDK as far as a call log shows. A ping that an earlier run had stored is not among them.
CREATE TABLE nielsen_made (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping: a view, duration or session ping.
  at_us INTEGER NOT NULL, -- When it was sent.
  made_us INTEGER NOT NULL, -- When it was made, by its own clock, which counts whole seconds.
  launch TEXT, -- The app session it names.
  creation INTEGER REFERENCES call, -- The call that created its instance.
  created_us INTEGER, -- When that was, by the clock of the pings.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- A watching of ten seconds or more that no ping counts.
CREATE TABLE nielsen_unmeasured (
  run INTEGER NOT NULL, -- The run.
  play INTEGER NOT NULL REFERENCES call, -- Its first position.
  cause TEXT NOT NULL, -- What they have in common: no ping at all, the ads, or the content's asset.
  missing TEXT NOT NULL, -- What did not come, for people.
  from_us INTEGER NOT NULL, -- When it began, by the clock of the pings.
  due_us INTEGER NOT NULL, -- When its first ping would have come, however late: a minute after it began, or as it ended.
  doubt TEXT, -- Why its pings may be missing although all is right: blind or ambiguous.
  PRIMARY KEY (run, play)
) STRICT, WITHOUT ROWID;

-- A view session in which a content was measured, and whether none of its seconds were: not even the ping that closes it came.
CREATE TABLE nielsen_viewing (
  run INTEGER NOT NULL, -- The run.
  session INTEGER NOT NULL REFERENCES session, -- The view session.
  from_us INTEGER, -- When it began.
  to_us INTEGER, -- When it ended or was left by a stop; NULL where it may go on.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  pause_us INTEGER NOT NULL, -- The longest pause.
  beacon INTEGER REFERENCES beacon, -- Its view ping, where no duration ping follows.
  at_us INTEGER, -- When that was sent.
  is_uncounted INTEGER NOT NULL, -- 1 where none follows, unless the log shows that none was due.
  is_plain INTEGER NOT NULL, -- 1 where the log shows more than an interval, or the session outlived the longest pause.
  is_unclosed INTEGER NOT NULL, -- 1 where the log shows more than was counted, and the longest pause was over in sight.
  PRIMARY KEY (run, session)
) STRICT, WITHOUT ROWID;

-- A quartile or the end of an ad, as an OMID session or Criteo's beacons report it, and how much of the ad had played then.
CREATE TABLE measured_position (
  run INTEGER NOT NULL, -- The run.
  family TEXT NOT NULL, -- omid or criteo.
  subject_id INTEGER NOT NULL, -- The session, or the ad play.
  from_us INTEGER, -- When that began.
  to_us INTEGER, -- When it ended.
  event TEXT NOT NULL, -- The event.
  beacon INTEGER REFERENCES beacon, -- The message of the session.
  firing INTEGER REFERENCES firing, -- Criteo's beacon.
  at_us INTEGER NOT NULL, -- When it happened, or was sent.
  is_wrong INTEGER NOT NULL, -- 1 where it came too early or too late, and the ad's VAST tracker was not sent with it.
  severity TEXT NOT NULL, -- How grave that is, by the contract of events.
  fault TEXT NOT NULL, -- too early or too late, where it is wrong.
  played_us INTEGER NOT NULL, -- How much had played.
  due_us INTEGER NOT NULL -- How much was to.
) STRICT;
CREATE INDEX by_measured_position_family ON measured_position (run, family);

-- How long the impression of an ad was sent before the ad began.
CREATE TABLE impression_lead (
  run INTEGER NOT NULL, -- The run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  impression_us INTEGER NOT NULL, -- When the impression was sent.
  ahead_us INTEGER NOT NULL, -- How long before the beginning; where is_counted is 1, at least, and less than 0 where that is not known.
  is_counted INTEGER NOT NULL, -- 1 where the first that was seen of the ad lies behind its beginning.
  is_meanwhile INTEGER NOT NULL, -- 1 where another ad was on in between.
  is_late INTEGER NOT NULL, -- 1 where so much lies between the two that the ad may have stood still.
  is_slow INTEGER NOT NULL, -- 1 where the ad's media was asked for on and on, as by a player that buffers.
  PRIMARY KEY (run, ad_play)
) STRICT, WITHOUT ROWID;

-- An ad that a list names beside its stream, and whose stream was played on past it.
CREATE TABLE outplayed_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  listed_us INTEGER NOT NULL, -- When its list, or its media, were asked for.
  until_us INTEGER NOT NULL, -- When the stream had been played past its end.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- What a family owes in the run and of which nothing shows that it was done. A family with such a row and without a witness of behaviour leaves the run open. Here are the hosts of vendors that were connected to and of which nothing could be read.
CREATE TABLE owing (
  run INTEGER NOT NULL, -- The run.
  family TEXT NOT NULL, -- The family.
  what TEXT NOT NULL, -- What was not seen, in a sentence.
  is_alone INTEGER NOT NULL, -- 1 where no other witness of the family settles it.
  evidence_table TEXT NOT NULL, -- The view that holds what shows that it is owed.
  evidence_id INTEGER NOT NULL -- The row there; it is no witness of itself.
) STRICT;
CREATE INDEX by_owing_family ON owing (run, family);

-- Whether tracking was allowed when a ping was made: as the facts say, or as the header of that start of the app does.
CREATE TABLE nielsen_att (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  status TEXT NOT NULL, -- authorized, denied, restricted or notDetermined.
  is_sure INTEGER NOT NULL, -- 0 where another status may have held.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- Whether the first-party id was on when a ping was made: as the facts say, as its instance was created, or as the configuration of its app session was asked for and answered.
CREATE TABLE nielsen_fpid_choice (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  is_on INTEGER NOT NULL, -- 1 when it was on.
  is_sure INTEGER NOT NULL, -- 0 where another choice may have held.
  source TEXT NOT NULL, -- fact, log, default or configuration.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;

-- A stitched ad that is listed where no segment shows which ads were played, and of which nothing was sent.
CREATE TABLE unheard_ad (
  run INTEGER NOT NULL, -- The run.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  listed_us INTEGER NOT NULL, -- When the document that lists it was asked for.
  until_us INTEGER, -- When it had begun, or was over; NULL where nothing shows that.
  is_whole INTEGER NOT NULL, -- 1 when it was over then.
  PRIMARY KEY (run, ad)
) STRICT, WITHOUT ROWID;

-- A tracker of a stitched ad that was not sent, although the viewer was or may have been there.
CREATE TABLE stitched_due (
  run INTEGER NOT NULL, -- The run.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  url TEXT NOT NULL, -- The URL.
  since_us INTEGER NOT NULL, -- From when on it may have been sent.
  until_us INTEGER, -- Up to when; NULL unknown.
  is_owed INTEGER NOT NULL, -- 1 when it is proven that the viewer was there, and that it was not sent.
  at_us INTEGER NOT NULL, -- The first sign of the ad.
  evidence_table TEXT NOT NULL, -- exchange or firing, or document where nothing was seen of the ad but that it is listed.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- That sign.
  PRIMARY KEY (run, tracker)
) STRICT, WITHOUT ROWID;

-- One thing that may be owed for what is shown to a viewer: an event of a tracker, a ping, a verification.
CREATE TABLE obligation (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  family TEXT NOT NULL, -- The family that owes it.
  event TEXT NOT NULL, -- The event.
  tracker INTEGER REFERENCES tracker, -- The tracker; NULL where the family has none.
  level INTEGER, -- 0 is the ad itself, n its nth wrapper.
  twin INTEGER, -- Equal for those of one owner with equal URLs.
  item TEXT NOT NULL, -- What names it in findings.
  from_us INTEGER, -- When its time begins; NULL where that is open.
  to_us INTEGER, -- When its time is over; NULL where that is open.
  state TEXT NOT NULL, -- owed, possible or not owed.
  because TEXT NOT NULL, -- A sentence that says why.
  evidence_table TEXT, -- The view of the row that proves it.
  evidence_id INTEGER REFERENCES evidence_table -- That row.
) STRICT;
CREATE INDEX by_obligation_owner_event ON obligation (run, owner, event);

-- What is owed and was not seen done: neither its beacon was seen, nor one that has the same URL.
CREATE TABLE unmet (
  run INTEGER NOT NULL, -- The run.
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in obligation.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  family TEXT NOT NULL, -- The family that owes it.
  event TEXT NOT NULL, -- The event.
  tracker INTEGER REFERENCES tracker, -- The tracker; NULL where the family has none.
  item TEXT NOT NULL, -- What names it in findings.
  because TEXT NOT NULL -- Why it is owed.
) STRICT;

