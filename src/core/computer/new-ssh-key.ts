import { createFailureError, invalidInputError } from '../platform/failures.ts'
import { join } from 'node:path'
import type {
  CreatedSshKey,
  NewSshKey,
  NewSshKeyChoices,
  NewSshKeyPlan,
} from '../../shared/operations/new-ssh-key.ts'
import type { SshConnection } from '../../shared/operations/ssh-connection.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { message } from '../../shared/messages/message.ts'
import { type NewSshKeyType, isKeyFileName } from '../../shared/rules/new-ssh-key.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { FailureError } from '../platform/failure.ts'
import { runProgram } from '../platform/run-program.ts'
import { sshKeyLine } from '../keys/ssh-public-key.ts'
import { applyChanges } from './changes/apply.ts'
import { sshHostNames } from './changes/config-files.ts'
import { isKeyThere, keyComment } from './changes/make-key.ts'
import { keyChanges, publicKeyOf } from './changes/plan-keys.ts'
import type { ChangeOptions, ChosenKey, PlannedChange } from './changes/planned-change.ts'
import { firstFree, freeSshAlias, planSshHostFile } from './changes/ssh-files.ts'
import { sshHost } from './connection/ssh-target.ts'
import { testConnection } from './connection/test-connection.ts'
import { shownPath } from './home-paths.ts'
import { type Survey, untilKnown } from './survey/survey.ts'

interface NewSshKeysOptions extends ChangeOptions {
  surveyOf(gitlab: GitLabClient): Survey
  /** Whether an account's token has write access; undefined if unknown. */
  canWrite(account: string): boolean | undefined
}

interface Plan {
  plan: number
  input: NewSshKey
  key: ChosenKey & Required<Pick<ChosenKey, 'files'>>
  changes: PlannedChange[]
}

const fileNames: Record<NewSshKeyType, string> = {
  ed25519: 'id_ed25519',
  rsa: 'id_rsa',
  'ed25519-sk': 'id_ed25519_sk',
}

/** Creates SSH keys on this computer for its accounts. Each plan is shown before it is applied. */
export class NewSshKeys {
  readonly #options: NewSshKeysOptions
  #plans = 0
  /** The plan last shown for each account. */
  readonly #shown = new Map<string, Plan>()
  readonly #running = new Map<string, AbortController>()
  /** The key last created for each account. */
  readonly #created = new Map<string, Plan>()

  constructor(options: NewSshKeysOptions) {
    this.#options = options
  }

  async choices(gitlab: GitLabClient): Promise<NewSshKeyChoices> {
    const survey = this.#options.surveyOf(gitlab)
    const { home, environment, now } = survey.options
    const username = survey.username.replace(/[^\w.-]+/g, '_').slice(0, 60)
    const [agent, alias, keygen] = await Promise.all([
      survey.agent(),
      freeSshAlias(home, survey),
      // Prints its usage.
      runProgram('ssh-keygen', ['-?'], { environment, timeMs: 5_000 }),
    ])
    const isFree = (file: string) => isKeyFileName(file) && !isKeyThere(join(home, '.ssh', file))
    const fileFor = (type: NewSshKeyType) =>
      firstFree([fileNames[type], `${fileNames[type]}_${username}`], isFree)
    return {
      files: {
        ed25519: fileFor('ed25519'),
        rsa: fileFor('rsa'),
        'ed25519-sk': fileFor('ed25519-sk'),
      },
      title: keyComment(survey.username, now()),
      alias,
      host: sshHost(survey.baseUrl),
      hasAgent: agent.state === 'running',
      canCreate: keygen.problem !== 'absent',
    }
  }

  async plan(gitlab: GitLabClient, input: NewSshKey): Promise<NewSshKeyPlan> {
    const survey = this.#options.surveyOf(gitlab)
    const { home } = survey.options
    const { type, file, title, toAgent, alias, usage_type, expires_at } = input
    const path = join(home, '.ssh', file)
    const shownFile = shownPath(path, home)
    if (isKeyThere(path))
      throw invalidInputError(message('setup.fileExists', { path: shownFile }), { field: 'file' })
    const other = alias && (await sshHostNames(home)).get(alias.toLowerCase())
    if (other) {
      const values = { alias, file: shownPath(other, home) }
      throw createFailureError('setup.sshHostExists', values)
    }
    const key = {
      title,
      type,
      files: { privateKey: path, publicKey: `${path}.pub` },
      options: { usage_type, expires_at },
    }
    const notAdded = await this.#whyNotAdded(gitlab)
    const planned = await keyChanges(survey, key, { canAdd: notAdded === undefined })
    const keyParts = planned.filter(({ change }) => toAgent || change.kind !== 'add-to-agent')
    const changes = [...keyParts, ...(alias ? await aliasChanges(survey, alias, path) : [])]
    const plan = (this.#plans += 1)
    this.#shown.set(gitlab.account, { plan, input, key, changes })
    return {
      plan,
      changes: changes.map(({ change }) => ({ ...change, file: shownPath(change.file, home) })),
      ...(notAdded && { notAdded }),
    }
  }

  async create(
    gitlab: GitLabClient,
    { plan: number, passphrase = '' }: { plan: number; passphrase?: string | undefined },
  ): Promise<CreatedSshKey> {
    const { account } = gitlab
    const plan = this.#shown.get(account)
    if (plan?.plan !== number || this.#running.has(account))
      throw createFailureError('setup.planOutdated')
    this.#shown.delete(account)
    const running = new AbortController()
    this.#running.set(account, running)
    const { changes } = this.#options
    const { key, input } = plan
    try {
      const options = { ...this.#options, signal: running.signal }
      const results = await applyChanges(plan.changes, options, passphrase)
      const isDone = (id: string) =>
        results.some((result) => result.id === id && result.outcome === 'done')
      if (!isDone('create-key')) return { results }
      this.#created.set(account, plan)
      const { home } = this.#options.surveyOf(gitlab).options
      const publicKey = publicKeyOf(key)
      const hasAlias = isDone('ssh-host') && results.every(isIncluded)
      const untested = !isDone('add-to-account')
        ? 'unadded'
        : input.usage_type === 'signing'
          ? 'signing'
          : passphrase && !isDone('add-to-agent')
            ? 'locked'
            : undefined
      return {
        results,
        key: {
          changes: changes.sets.at(-1)!.id,
          file: shownPath(key.files.privateKey, home),
          fingerprint: publicKey.fingerprint,
          publicKey: sshKeyLine(publicKey),
          ...(hasAlias && { alias: input.alias }),
          ...(untested && { untested }),
        },
      }
    } finally {
      this.#running.delete(account)
    }
  }

  cancel({ account }: GitLabClient): Record<string, never> {
    this.#running.get(account)?.abort()
    return {}
  }

  /**
   * Connects with the last created key, through its alias if it has one, and checks that the instance greets the
   * account's user.
   */
  async test(gitlab: GitLabClient): Promise<SshConnection> {
    const created = this.#created.get(gitlab.account)
    if (!created) throw createFailureError('setup.planOutdated')
    const survey = this.#options.surveyOf(gitlab)
    const { baseUrl, username, options } = survey
    const { alias } = created.input
    const { fingerprint } = publicKeyOf(created.key)
    const { privateKey } = created.key.files
    const target = await (alias ? survey.facts.sshTarget(baseUrl, alias) : survey.target())
    // If the alias isn't in its configuration, ssh would look for a real host with that name.
    if (alias && isSameHost(target.host, alias)) {
      const { user, host, port } = await survey.target()
      if (!isSameHost(host, alias))
        return { user, host: alias, port, problem: 'alias-unknown', offered: [] }
    }
    return untilKnown(async () => {
      const account = { baseUrl, username, alias, privateKey }
      const connection = await testConnection(options.ssh, target, account)
      // The configuration may contain other keys for the host.
      const isOther = !connection.problem && connection.offered.at(-1) !== fingerprint
      return isOther ? { ...connection, problem: 'key-refused' } : connection
    })
  }

  forget(account: string): void {
    this.#running.get(account)?.abort()
    this.#shown.delete(account)
    this.#created.delete(account)
  }

  async #whyNotAdded(gitlab: GitLabClient): Promise<NewSshKeyPlan['notAdded']> {
    if (this.#options.canWrite(gitlab.account) === false) return 'readonly'
    try {
      await gitlab.call(user.get, {})
      return undefined
    } catch (error) {
      if (error instanceof FailureError) return 'unreachable'
      throw error
    }
  }
}

/** Adds an SSH alias for the instance’s host that offers only the new key. */
async function aliasChanges(
  survey: Survey,
  alias: string,
  privateKey: string,
): Promise<PlannedChange[]> {
  const host = { name: alias, target: await survey.target(), privateKey }
  // No identity or server ID has this prefix.
  const planned = planSshHostFile(survey.options.home, `key@${alias}`, host)
  return planned.map((part, at) => ({ ...part, needs: planned[at - 1]?.change.id ?? 'create-key' }))
}

const isSameHost = (host: string, other: string) => host.toLowerCase() === other.toLowerCase()

const isIncluded = ({ id, outcome }: { id: string; outcome: string }) =>
  id !== 'ssh-include' || outcome === 'done'
