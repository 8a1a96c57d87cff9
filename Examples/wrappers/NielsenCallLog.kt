import android.os.SystemClock
import android.util.Log
import com.nielsen.app.sdk.AppSdk
import org.json.JSONObject

/**
 * Writes each call to the Nielsen SDK as one line of a BeaconProof call log, then makes it.
 * Collect the lines with `adb logcat -s NLSLOG`.
 */
class NielsenCallLog(private val sdk: AppSdk, private val instance: String, appInfo: JSONObject) {
    init {
        record(JSONObject().put("kind", "call").put("api", "init").put("args", appInfo))
    }

    fun play(info: JSONObject) = call("play", info) { sdk.play(info) }
    fun loadMetadata(metadata: JSONObject) = call("loadMetadata", metadata) { sdk.loadMetadata(metadata) }
    fun setPlayheadPosition(seconds: Long) = call("setPlayheadPosition", seconds) { sdk.setPlayheadPosition(seconds) }
    fun stop() = call("stop", null) { sdk.stop() }
    fun end() = call("end", null) { sdk.end() }
    fun userOptOut(url: String) = call("userOptOut", url) { sdk.userOptOut(url) }

    /** What the player or the app did: play, pause, seek, buffer_start, buffer_end, background, foreground, … */
    fun event(name: String, details: JSONObject = JSONObject()) =
        record(JSONObject(details.toString()).put("kind", "event").put("name", name))

    private fun call(api: String, args: Any?, make: () -> Unit) {
        val line = JSONObject().put("kind", "call").put("api", api)
        if (args != null) line.put("args", args)
        record(line)
        make()
    }

    private fun record(line: JSONObject) {
        line.put("v", 1).put("t", System.currentTimeMillis()).put("mono", SystemClock.elapsedRealtime() / 1000.0)
            .put("inst", instance)
        Log.i("NLSLOG", "NLSLOG $line")
    }
}
