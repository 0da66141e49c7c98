// Runs the built host with the fake `electron` in its own process. Takes the data folder as its argument, and handles
// calls over IPC as if they came from the page.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const fakeUrl = pathToFileURL(join(import.meta.dirname, 'fake-electron.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fakeUrl, shortCircuit: true } : next(specifier, context),
})
const fake = (await import(fakeUrl)) as typeof import('./fake-electron.ts')
fake.seen.isReady = false
const [dataFolder] = process.argv.splice(2, 1)
process.argv.push('--data', dataFolder!)
const endsItself = /^(--(self-test|verify-log|verify-review|policy)|whoami|accounts)$/
if (process.argv.some((argument) => endsItself.test(argument))) {
  fake.app.exit = (code) => process.exit(code)
}
if (process.argv.includes('--self-test')) {
  // Pretend another Latchkey is running so that this one exits by itself; nobody is there to close a dialog.
  fake.app.requestSingleInstanceLock = () => false
  fake.dialog.showErrorBox = (title) => void process.stderr.write(`dialog: ${title}\n`)
}
await import(pathToFileURL(join(import.meta.dirname, '../../../out/main/index.js')).href)
// Electron starts Chromium's toolkit once the entry has been evaluated, and without a display that ends the process.
if (process.argv.includes('whoami') || process.argv.includes('accounts')) {
  process.stderr.write('Missing X server or $DISPLAY\n')
  process.exit(133)
}

process.on('message', async ({ name, input }: { name: string; input: unknown }) => {
  const frame = { url: 'app://latchkey/', parent: null }
  process.send!(await fake.invokeFrom(frame, name, input))
})
process.send!('started')
