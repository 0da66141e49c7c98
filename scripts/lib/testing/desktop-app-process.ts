// `npm start` as far as it runs Electron: takes the binary and its arguments, and says how it ended.
import { runDesktopApp } from '../desktop-app.ts'

const [binary, ...args] = process.argv.slice(2)
console.log(JSON.stringify(await runDesktopApp(binary!, args)))
