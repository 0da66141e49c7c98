// npm start: opens the desktop app, or serves the page where Electron or a display is missing.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { electronBinary, whyNotElectron } from './lib/electron-binary.ts'

const project = join(import.meta.dirname, '..')
const flags = process.argv.slice(2)

function main(): void {
  if (!isBuilt()) build()
  const reason = flags.includes('--serve') ? undefined : whyNotElectron()
  if (reason) console.log(`${reason} Serving the page instead.`)
  const [program, entry] =
    flags.includes('--serve') || reason
      ? [process.execPath, join(project, 'out/main/serve.js')]
      : [electronBinary()!, project]
  const child = spawn(program, [entry, ...flags.filter((flag) => flag !== '--serve')], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl+C to the child itself; others signal only this process.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal === 'SIGTERM' ? 0 : (code ?? 1)))
}

function isBuilt(): boolean {
  const built = ['main/index.js', 'main/serve.js', 'preload/index.cjs', 'renderer/index.html']
  const times = built.map((file) => timeOf(join(project, 'out', file)))
  const oldest = Math.min(...times)
  const sources = readdirSync(join(project, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return [...sources, join(project, 'package-lock.json')].every((file) => timeOf(file) <= oldest)
}

function timeOf(file: string): number {
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

main()
