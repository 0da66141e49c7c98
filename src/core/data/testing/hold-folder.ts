// Opens the data folder named on the command line and holds it until it is killed.
import { openDataFolder } from '../data-folder.ts'

const folder = openDataFolder(process.argv[2]!)
process.on('disconnect', () => folder.close())
process.send!('held')
