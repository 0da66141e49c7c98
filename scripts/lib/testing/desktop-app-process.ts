// The part of `npm start` that runs Electron, with a stopped clock. Takes the binary and its arguments, and prints how
// it ended.
import { runDesktopApp } from '../desktop-app.ts'

performance.now = () => 0
const [binary, ...args] = process.argv.slice(2)
console.log(JSON.stringify(await runDesktopApp(binary!, args)))
