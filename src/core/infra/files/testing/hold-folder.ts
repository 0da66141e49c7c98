// Opens the data folder named on the command line, at the moment given after it in milliseconds since 1970 if any, and holds it
// until it is killed.
import { openDataFolder } from '../data-folder.ts'

const [path, moment = '0'] = process.argv.slice(2)
while (Date.now() < Number(moment));
try {
  const folder = openDataFolder(path!)
  process.on('disconnect', () => folder.close())
  process.send!('held')
} catch (error) {
  process.send!((error as Error).name)
  process.disconnect()
}
