import Foundation
import World

exit(WorldCommand.run(Array(CommandLine.arguments.dropFirst())))
