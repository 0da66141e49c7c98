// A real OpenSSH server on its own port that, like GitLab, greets users who connect with the `client` key.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface SshServer {
  port: number
  folder: string
  /** Creates a private key and returns its path. */
  createKey(name: string): string
  /** Accepts these public keys instead of `client`. */
  authorize(publicKeys: string): void
  /** Writes an ssh configuration that reaches the server as `127.0.0.1`, and returns its path. */
  config(lines: readonly string[], knownHosts?: string): string
  /** Trusts the server's key, or a different one. */
  trust(publicKeyFile?: string): void
  hostKey: string
  stop(): Promise<void>
}

const sshd = '/usr/sbin/sshd'

/** Greets like GitLab, or runs what git requests. */
const command = (greeting: string) =>
  `if [ -n "$SSH_ORIGINAL_COMMAND" ]; then exec git-shell -c "$SSH_ORIGINAL_COMMAND"; else echo '${greeting}'; fi`

export async function startSshServer(greeting = 'Welcome to GitLab, @maya!'): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sshd-'))
  const path = (name: string) => join(folder, name)
  const createKey = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name), '-C', name])
    return path(name)
  }
  const hostKey = createKey('host')
  writeFileSync(path('authorized'), readFileSync(`${createKey('client')}.pub`), { mode: 0o600 })
  const port = await freePort()
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${path('authorized')}`,
    `PidFile none`,
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    // The default key exchange, which resists quantum computers, takes a tenth of a second.
    'KexAlgorithms curve25519-sha256',
    // In its first shell, bash would read the `.bashrc` of whoever runs the tests.
    'SetEnv SHLVL=1',
    `ForceCommand ${command(greeting)}`,
  ]
  writeFileSync(path('sshd_config'), `${settings.join('\n')}\n`)
  // As root, sshd requires the folder for its unprivileged process.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const server = spawn(sshd, ['-D', '-e', '-f', path('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let sshdOutput = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (sshdOutput += text))
  while (!sshdOutput.includes('Server listening')) {
    await Promise.race([once(server.stderr, 'data'), once(server, 'exit')])
    if (server.exitCode !== null) throw new Error(`sshd ended: ${sshdOutput}`)
  }
  return {
    port,
    folder,
    createKey,
    hostKey: fingerprint(hostKey),
    authorize: (publicKeys) => writeFileSync(path('authorized'), publicKeys),
    config(lines, knownHosts = path('known_hosts')) {
      const defaultLines = [
        'Host 127.0.0.1',
        `  Port ${port}`,
        `  User ${userInfo().username}`,
        `  UserKnownHostsFile ${knownHosts}`,
        '  GlobalKnownHostsFile /dev/null',
        '  IdentitiesOnly yes',
      ]
      writeFileSync(
        path('config'),
        [...defaultLines, ...lines.map((line) => `  ${line}`), ''].join('\n'),
      )
      return path('config')
    },
    trust(file = `${hostKey}.pub`) {
      const [type, key] = readFileSync(file, 'utf8').split(' ')
      writeFileSync(path('known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`)
    },
    async stop() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fingerprint(key: string): string {
  return execFileSync('ssh-keygen', ['-lf', `${key}.pub`], { encoding: 'utf8' }).split(' ')[1]!
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
