// keytar is an optional dependency, so npm silently skips it if it can’t be built.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

/** Whether keytar’s native module is installed and finds its libraries. */
export function keytarLoads(): boolean {
  try {
    require('keytar')
    return true
  } catch {
    return false
  }
}

/**
 * Rebuilds keytar, or installs the locked version, and returns whether it loads afterwards. Changes neither
 * package.json nor package-lock.json.
 */
export function installKeytar(): boolean {
  const savedFiles = ['package.json', 'package-lock.json'].map((name) => {
    const path = join(root, name)
    return { path, content: readFileSync(path, 'utf8') }
  })
  const { packages } = JSON.parse(savedFiles[1]!.content) as {
    packages: Record<string, { version: string } | undefined>
  }
  const version = packages['node_modules/keytar']?.version
  const command = existsSync(join(root, 'node_modules/keytar'))
    ? ['rebuild', 'keytar']
    : ['install', '--no-save', '--no-audit', '--no-fund', `keytar@${version}`]
  console.log(`Installing for the tests: keytar ${version}`)
  const { status, stderr } = spawnSync('npm', command, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, LATCHKEY_SKIP_ELECTRON: '1' },
  })
  if (status !== 0) console.error(`npm ${command.join(' ')} failed:\n${stderr}`)
  for (const { path, content } of savedFiles) {
    if (readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
  }
  // A new process, because this one has cached the failed import.
  const load = spawnSync(process.execPath, ['-e', 'require("keytar")'], { cwd: root })
  return load.status === 0
}
