import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../core/testing/folder.ts'
import { canReplaceEtc, onManagedComputer } from './testing/managed-computer.ts'
import { type HostProcess, startHost } from './testing/start-host.ts'

// The built browser host with a policy in a private /etc/latchkey.

let folder: string
beforeEach(() => {
  folder = testFolder()
  mkdirSync(join(folder, 'root'))
})

interface Start {
  policy: string
  mode?: string
  flags?: string[]
}

function start({ policy, mode, flags }: Start): HostProcess {
  const starter = onManagedComputer(join(folder, 'root'), policy, mode)
  // Node would warn about certificates that it can't find in the private /etc.
  const env = { NODE_EXTRA_CA_CERTS: '' }
  const host = startHost(join(folder, 'data'), { starter, env, ...(flags && { flags }) })
  onTestFinished(async () => {
    host.child.kill('SIGKILL')
    await host.ended
  })
  return host
}

const path = '/etc/latchkey/policy.json'

describe.runIf(canReplaceEtc)('host with --policy (requires namespaces)', () => {
  const ask = async (policy: string, mode?: string) => {
    const host = start({ policy, flags: ['--policy'], ...(mode !== undefined && { mode }) })
    return { code: await host.ended, output: host.output() }
  }

  it('prints the policy of this computer', async () => {
    const { code, output } = await ask('{"organization":"Example","lockAfterMinutes":15}')
    expect(output).toMatch(
      /^Policy: \/etc\/latchkey\/policy\.json\nSHA-256: [0-9a-f]{64}\n {2}organization: "Example"\n {2}lockAfterMinutes: 15\n$/,
    )
    expect(code).toBe(0)
  })

  it('exits with 1 if some of it doesn’t apply', async () => {
    const { code, output } = await ask('{"organisation":"Example"}')
    expect(output).toContain('organisation doesn’t apply: This version doesn’t know this key.\n')
    expect(code).toBe(1)
  })

  it('exits with 2 if others can write to it', async () => {
    const { code, output } = await ask('{}', '666')
    expect(output).toContain(`Users other than root can write to ${path}.`)
    expect(code).toBe(2)
  })

  it('exits with 0 without a policy', async () => {
    const { code, output } = await ask('')
    expect(output).toBe(`This computer has no policy. It would be read from:\n  ${path}\n`)
    expect(code).toBe(0)
  })
})

it.runIf(canReplaceEtc)('host returns the policy to its page (requires namespaces)', async () => {
  const instances = [{ url: 'https://git.example', name: 'Git' }]
  const host = start({ policy: JSON.stringify({ organization: 'Example', instances }) })
  expect(await host.value('policy.get')).toMatchObject({
    organization: 'Example',
    source: { path },
    instances,
    problems: [],
  })
})
