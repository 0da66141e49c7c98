import { describe, expect, it } from 'vitest'
import type { ProgramRun } from '../../platform/run-program.ts'
import { explainConnection } from './explain-connection.ts'

const explain = (run: Partial<ProgramRun>) =>
  explainConnection({ stdout: '', stderr: '', exitCode: 255, ...run }, 'maya')
const offering =
  'debug1: Offering public key: /home/maya/.ssh/id_ed25519 ED25519 SHA256:abc/+1 agent\n'

describe('explainConnection', () => {
  it('reports success if GitLab greets the account', () => {
    const stdout = 'Welcome to GitLab, @maya!\n'
    const stderr = `debug1: Server host key: ssh-ed25519 SHA256:host\n${offering}`
    expect(explain({ stdout, stderr, exitCode: 0 })).toEqual({
      greeted: 'maya',
      hostKey: 'SHA256:host',
      offered: ['SHA256:abc/+1'],
    })
  })

  it('reports a different account if GitLab greets someone else', () => {
    const stdout = 'Welcome to GitLab, @deploy-bot!\n'
    expect(explain({ stdout, exitCode: 0 })).toMatchObject({
      problem: 'other-account',
      greeted: 'deploy-bot',
    })
  })
})

it.each([
  ['no-ssh', { problem: 'absent' }],
  ['timeout', { problem: 'timeout', stderr: 'debug1: Connecting to git.example.com' }],
  [
    'host-key-changed',
    {
      stderr: '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.',
    },
  ],
  [
    'host-key-unknown',
    { stderr: 'No ED25519 host key is known for x.\nHost key verification failed.' },
  ],
  ['host-not-found', { stderr: 'ssh: Could not resolve hostname x: Name or service not known' }],
  ['port-closed', { stderr: 'ssh: connect to host x port 22: Connection refused' }],
  ['unreachable', { stderr: 'ssh: connect to host x port 22: Connection timed out' }],
  ['unreachable', { stderr: 'ssh: connect to host x port 22: No route to host' }],
  [
    'signing-failed',
    {
      stderr: `${offering}sign_and_send_pubkey: signing failed for ED25519 "x" from agent: agent refused operation\ngit@x: Permission denied (publickey).`,
    },
  ],
  ['no-key', { stderr: 'git@x: Permission denied (publickey).' }],
  ['key-refused', { stderr: `${offering}git@x: Permission denied (publickey).` }],
  ['blocked', { stdout: 'remote: Your account has been blocked.' }],
] satisfies [string, Partial<ProgramRun>][])('detects the problem %s', (problem, run) => {
  expect(explain(run).problem).toBe(problem)
})

it('quotes the ssh output if nothing else explains the failure', () => {
  const stderr =
    'debug1: Reading configuration data\nkex_exchange_identification: read: reset\ndebug1: end'
  expect(explain({ stderr })).toMatchObject({
    problem: 'failed',
    said: 'kex_exchange_identification: read: reset',
  })
  const shell = {
    stderr: 'Authenticated to x ([::1]:22) using "publickey".',
    stdout: 'Linux box\n',
  }
  expect(explain({ ...shell, exitCode: 0 })).toMatchObject({
    problem: 'other-service',
    said: 'Linux box',
  })
})
