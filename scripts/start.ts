// npm start: opens the desktop app, or serves the page if Electron or a display is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAppCommand } from '../src/core/command-line/parse-command.ts'
import { runDesktopApp } from './lib/desktop-app.ts'
import { electronBinary, electronProblem } from './lib/electron-binary.ts'
import { failSelfTest } from './lib/self-test.ts'
import { sandboxProblem } from './lib/electron-sandbox.ts'

const project = join(import.meta.dirname, '..')
const flags = process.argv.slice(2)
// Help, the policy, verifying an export, looking up an identity, and commands don’t require a window.
const needsNoApp =
  isAppCommand(flags) ||
  flags.some(
    (flag) =>
      ['--serve', '--help', '--policy', 'whoami'].includes(flag) ||
      /^--verify-(log|review)/.test(flag),
  )

async function main(): Promise<void> {
  failSelfTest(
    flags,
    flags.includes('--serve') ? '--serve opens no desktop app.' : electronProblem(),
  )
  if (!isBuilt()) build()
  if (!needsNoApp) {
    const reason = await openDesktopApp()
    failSelfTest(flags, reason)
    console.log(`${reason} Serving the page instead.`)
  }
  // The browser host doesn’t support the desktop app’s flags.
  process.argv = process.argv.filter((flag) => !['--no-sandbox', '--hidden'].includes(flag))
  // npm starts this script in the project folder, not in the user’s.
  if (flags.includes('whoami')) process.chdir(process.env.INIT_CWD ?? '.')
  // Runs in this process, so that every signal reaches it.
  await import(pathToFileURL(join(project, 'out/main/serve.js')).href)
}

/** Exits together with the desktop app, or returns why it can’t open. */
async function openDesktopApp(): Promise<string> {
  const reason = electronProblem() ?? sandboxProblem(electronBinary()!, flags)
  if (reason !== undefined) return reason
  const end = await runDesktopApp(electronBinary()!, [project, ...flags])
  return 'reason' in end ? end.reason : process.exit(end.code)
}

function isBuilt(): boolean {
  const built = ['main/index.js', 'main/serve.js', 'preload/index.cjs', 'renderer/index.html']
  const times = built.map((file) => modifiedAt(join(project, 'out', file)))
  const oldest = Math.min(...times)
  const sources = readdirSync(join(project, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return [...sources, join(project, 'package-lock.json')].every(
    (file) => modifiedAt(file) <= oldest,
  )
}

function modifiedAt(file: string): number {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

function build(): void {
  console.error('Building Latchkey…')
  const { status, stdout, stderr } = spawnSync('npm run build', {
    cwd: project,
    encoding: 'utf8',
    shell: true,
  })
  if (status === 0) return
  console.error(`${stdout}\n${stderr}\nThe build failed.`)
  process.exit(1)
}

await main()
