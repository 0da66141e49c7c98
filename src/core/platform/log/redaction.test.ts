import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type UnformattedFailure, FailureError } from '../failure.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { type Answerer, json, startServer } from '../../testing/http-server.ts'
import { type OpenLog, openLog } from './open-log.ts'
import { redact } from './log.ts'
import { testFolder } from '../../testing/folder.ts'

// All kinds of secrets and personal data, each in a form that occurs nowhere else in this file.
const body = 'kR7xW2pQ9sLm4vNb8cZt'
const prefixes = [
  ...['glpat', 'gloas', 'gldt', 'glrt', 'glrtr', 'glcbt', 'glptt', 'glft', 'glimt', 'glagent'],
  ...['glsoat', 'glffct', 'glwt', 'GR1348941', 'glimp'],
]
const pem = (kind: string) =>
  `-----BEGIN ${kind}-----\nMIIEpAIBAAKCAQEA${body}${body}\n${body}==\n-----END ${kind}-----`
const secrets: Record<string, string> = {
  ...Object.fromEntries(prefixes.map((prefix) => [prefix, `${prefix}-${body}`])),
  'routable token': `glpat-${body}.01.0w1abc2de`,
  ...Object.fromEntries(
    [
      ...['RSA PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY'],
      ...['EC PRIVATE KEY', 'PGP PRIVATE KEY BLOCK', 'CERTIFICATE'],
    ].map((kind) => [kind, pem(kind)]),
  ),
  bearer: `Authorization: Bearer ${body}`,
  header: `PRIVATE-TOKEN: ${body}`,
  basic: `authorization: Basic ${Buffer.from(`ines:${body}`).toString('base64')}`,
  cookie: `cookie: _gitlab_session=${body}`,
  email: `ines.${body}@mail.example.com`,
  'email with a name': `"Ines Ortega" <ines.${body}@example.com>`,
  url: `https://ines:${body}@gitlab.example.com/ines?private_token=${body}#${body}`,
  'key of the browser host': `http://127.0.0.1:4711/#key=${body}${body}abc`,
  path: join(homedir(), `.ssh/${body}`),
  'ssh key': `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${body} ines@laptop.example.com`,
}
/** Must not appear anywhere in any form. */
const traces = [
  body,
  'ines',
  'Ortega',
  'gitlab.example.com',
  Buffer.from(`ines:${body}`).toString('base64'),
]

let folder: string
let log: OpenLog
let echoed: string[]
beforeEach(() => {
  folder = testFolder()
  echoed = []
  log = openLog(folder, { verbose: true, echo: (line) => echoed.push(line) })
})
afterEach(() => {
  log.file.close()
})

function written(): string {
  const logs = join(folder, 'logs')
  const files = readdirSync(logs).filter((name) => name.startsWith('latchkey.log'))
  return [...files.map((name) => readFileSync(join(logs, name), 'utf8')), ...echoed].join('\n')
}

function expectNoTrace(ours = 1): void {
  const text = written()
  expect(text.split('\n').length).toBeGreaterThan(ours)
  for (const trace of traces) expect(text.toLowerCase()).not.toContain(trace.toLowerCase())
  expect(text).not.toContain('BEGIN')
}

/** Errors with a secret in every possible place. */
function errorsWith(secret: string): unknown[] {
  const errorWithName = new Error(secret)
  errorWithName.name = secret
  const coded = Object.assign(new Error(secret), { code: secret, path: secret, hostname: secret })
  const placed = new Error('x')
  placed.stack = `Error: x\n    at ${secret} (/home/${secret}/${secret}.ts:1:1)\n    at ${secret}`
  const failure: UnformattedFailure = {
    kind: 'invalid',
    message: secret,
    hint: secret,
    fields: { a: [secret] },
  }
  return [
    secret,
    { secret },
    new Error(secret),
    new Error(secret, { cause: new TypeError(secret, { cause: secret }) }),
    new AggregateError([new Error(secret)], secret),
    new FailureError(failure, { cause: new Error(secret) }),
    errorWithName,
    coded,
    placed,
  ]
}

describe('log', () => {
  it.each(Object.entries(secrets))("doesn't contain an entry's secret: %s", (_, secret) => {
    const say = Object.values(log)
      .filter((one) => typeof one === 'function')
      .slice(0, 4)
    for (const error of errorsWith(secret)) {
      log.error('A call went wrong inside Latchkey.', { error })
      log.debug('Answered.', { error, instance: secret, operation: secret })
    }
    log.warn('Something.', {
      document: secret,
      version: secret,
      failure: secret as never,
      part: secret as never,
      end: secret as never,
      host: secret as never,
      count: secret as never,
    })
    expect(say).toHaveLength(4)
    expectNoTrace(18)
  })

  it.each(Object.entries(secrets))('redacts a secret that a bug lets through: %s', (_, secret) => {
    log.info(`It was ${secret} there.` as 'a sentence that is not literal')
    const text = written()
    expect(text).toContain('It was')
    expect(text).not.toContain(body)
  })

  it('keeps harmless text', () => {
    log.info('It was there.', { count: 3 })
    expect(redact('2026 info  It was there. count=3')).toBe('2026 info  It was there. count=3')
    expect(written()).toContain('It was there. count=3')
  })
})

describe('log of the entire app', () => {
  const user = { id: 7, username: `ines-${body}`, name: 'Ines Ortega', state: 'active' }
  const signedIn: Answerer = ({ url }, response) => {
    if (url.endsWith('/user')) return json(response, 200, user)
    const allSecrets = Object.values(secrets).join(' ')
    json(
      response,
      500,
      { message: allSecrets, error: allSecrets, name: 'Ines Ortega' },
      { 'x-request-id': body },
    )
  }

  it("doesn't contain secrets from requests, responses, or failures", async () => {
    const server = await startServer(signedIn)
    const latchkey = createTestLatchkey({ log })
    const { id } = await latchkey.signIn(server.url, `glpat-${body}`)
    for (const [kind, secret] of Object.entries(secrets)) {
      for (const input of [
        secret,
        { [kind]: secret },
        { id: secret },
        { email: secret, title: secret },
      ]) {
        for (const name of ['emails.add', 'sshKeys.add', 'status.set', 'accounts.add', secret]) {
          await latchkey.invoke(name, input, id)
          await latchkey.invoke(name, input, secret)
        }
      }
      await latchkey.invoke('accounts.add', { baseUrl: server.url, token: secret })
      await latchkey.invoke('accounts.inspect', { baseUrl: secret, admin: false })
      await latchkey.invoke('diagnostics.pageFailed', { name: secret.slice(0, 60), stack: secret })
      await latchkey.invoke('certificates.examine', {
        content: Buffer.from(secret).toString('base64'),
      })
    }
    await latchkey.invoke('emails.list', {}, id)
    await server.stop()
    await latchkey.invoke('emails.list', {}, id)
    await latchkey.close()
    expectNoTrace(100)
    expect(written()).not.toContain(new URL(server.url).host)
  })

  it("doesn't contain secrets from a damaged document", async () => {
    const account = {
      id: 'a',
      baseUrl: 'https://gitlab.example.com',
      label: 'a',
      colour: 'pink',
      user: { id: 1, username: 'ada', name: 'Ada' },
      isAdmin: true,
      demo: false,
      secret: { store: 'keychain', name: 'a' },
    }
    const ownFolder = join(folder, 'accounts', 'a')
    mkdirSync(ownFolder, { recursive: true })
    writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ accounts: [account] }))
    for (const path of [join(folder, 'settings.json'), join(ownFolder, 'recent-statuses.json')]) {
      writeFileSync(path, `{"x": "${secrets['email']} ${secrets['glpat']}`)
    }
    for (const name of ['jobs', 'directory', 'reads']) {
      writeFileSync(join(ownFolder, `${name}.db`), Object.values(secrets).join('\n').repeat(9))
    }
    const latchkey = createTestLatchkey({ log, dataFolder: folder })
    await latchkey.value('ownStatus.recent', {}, 'a')
    await latchkey.close()
    expect(written()).toContain('A document could not be parsed')
    expect(written()).toContain('action queue was damaged')
    expectNoTrace(4)
  })

  it("doesn't contain secrets from a crash", () => {
    const script = `
      import { openLog } from '${join(import.meta.dirname, 'open-log.ts')}'
      import { logCrashes } from '${join(import.meta.dirname, 'crashes.ts')}'
      const log = openLog(process.argv[1], { echo: (line) => console.error(line) })
      logCrashes(process, log, () => process.exit(1))
      setTimeout(() => { throw new Error(process.argv[2]) })
    `
    let output = ''
    try {
      execFileSync(
        process.execPath,
        ['--input-type=module', '-e', script, folder, Object.values(secrets).join('\n')],
        { encoding: 'utf8', stdio: 'pipe' },
      )
    } catch (error) {
      output = (error as { stderr: string }).stderr
    }
    expect(output).toContain('Uncaught error')
    for (const trace of traces) expect(output).not.toContain(trace)
    expectNoTrace(1)
  })
})
