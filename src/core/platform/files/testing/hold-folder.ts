// Opens the data folder given on the command line, and keeps it open until the process is killed. With `on-message`, waits for a message
// first.
import { once } from 'node:events'
import { openDataFolder } from '../data-folder.ts'

const [path, start] = process.argv.slice(2)
if (start === 'on-message') {
  process.send!('ready')
  await once(process, 'message')
}
try {
  const folder = openDataFolder(path!)
  process.on('disconnect', () => folder.close())
  process.send!('held')
} catch (error) {
  process.send!((error as Error).name)
  process.disconnect()
}
