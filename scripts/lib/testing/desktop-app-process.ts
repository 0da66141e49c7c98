// `npm start` as far as it runs Electron, within no time: takes the binary and its arguments, and says how it ended.
import { runDesktopApp } from '../desktop-app.ts'

performance.now = () => 0
const [binary, ...args] = process.argv.slice(2)
console.log(JSON.stringify(await runDesktopApp(binary!, args)))
