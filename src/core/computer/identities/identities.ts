import { createFailureError } from '../../platform/failures.ts'
import { dirname } from 'node:path'
import type {
  ForeignIdentity,
  Identity,
  IdentityChoices,
  IdentityFields,
  ShownPlan,
} from '../../../shared/operations/identities.ts'
import type { ChangeResult } from '../../../shared/operations/setup.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { applyChanges } from '../changes/apply.ts'
import { sshHostFile, sshHostNames } from '../changes/config-files.ts'
import { realIfThere } from '../changes/recorded-changes.ts'
import type { ChangeOptions, PlannedChange } from '../changes/planned-change.ts'
import { freeSshAlias, planSshHostFile } from '../changes/ssh-files.ts'
import { type GitFacts, gitFacts } from '../computer-facts.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { assertLocalPath, expandHome, shownPath } from '../home-paths.ts'
import { shownCondition } from '../repositories/remote-url.ts'
import { readFolderIdentities } from '../survey/folder-identities.ts'
import { type Git, committedEmail } from '../survey/git.ts'
import { type Survey, emailChoices, isForeignEmail, isPrivateEmail } from '../survey/survey.ts'
import { type UsableKey, isLocked, ownerOnInstance } from '../survey/usable-keys.ts'
import {
  type IdentityOptions,
  identityFile,
  identityId,
  mayOverlapWith,
  readIdentities,
} from './identity-files.ts'
import { type IdentityPlanOptions, planIdentity, planRemoval } from './plan-identity.ts'

interface Ports extends IdentityOptions, ChangeOptions {
  survey(gitlab: GitLabClient): Survey
  signedInAccounts(): readonly { instance: string; username: string }[]
}

export interface IdentityProposal {
  fields: IdentityFields
  emails: string[]
  isNew: boolean
  /** The key file, if commits should be signed but the key can't be unlocked on this computer. */
  lockedKey?: string | undefined
}

/** The identities on this computer. Files are read on demand, and each plan is shown before it is applied. */
export class Identities {
  readonly #ports: Ports
  /** The most recently shown plan. */
  #shown: { plan: number; changes: PlannedChange[] } = { plan: 0, changes: [] }

  constructor(ports: Ports) {
    this.#ports = ports
  }

  list(): Promise<Identity[]> {
    return readIdentities(gitFacts(this.#ports))
  }

  /** Other configuration that git reads only in some repositories. */
  async foreign(): Promise<ForeignIdentity[]> {
    const facts = gitFacts(this.#ports)
    const git = await facts.git()
    return 'version' in git ? this.#foreignIn(git, facts) : []
  }

  async #foreignIn(git: Git, facts: GitFacts): Promise<ForeignIdentity[]> {
    const { home } = facts
    const own = dirname(identityFile(facts, ''))
    return (await readFolderIdentities(git, facts))
      .filter(({ path }) => dirname(path) !== own)
      .map(({ path, condition, ...identity }) => ({
        ...identity,
        condition: shownCondition(condition),
        file: shownPath(path, home),
      }))
  }

  async choices(gitlab: GitLabClient): Promise<IdentityChoices> {
    const survey = this.#ports.survey(gitlab)
    const [owner, keys, git, current] = await Promise.all([
      survey.owner(),
      survey.keys(),
      survey.git(),
      survey.identity(),
    ])
    const host = sshHost(survey.baseUrl)
    return {
      name: owner.user.name ?? '',
      emails: emailChoices(owner),
      keys: await this.#keyChoices(survey, keys, git),
      host,
      supportsRemoteConditions: git?.supportsRemoteConditions ?? false,
      alias: current?.alias ?? (await freeSshAlias(this.#ports.home, survey)),
      ...(current && { current }),
    }
  }

  async #keyChoices(
    survey: Survey,
    keys: readonly UsableKey[],
    git: Git | undefined,
  ): Promise<IdentityChoices['keys']> {
    const { home } = this.#ports
    const proposed = await survey.proposedKey()
    const choices = keys.map(async (key) => {
      const { files, title, weak, onAccount, purpose } = key
      if (!files || weak || ownerOnInstance(survey, key)) return []
      return {
        file: shownPath(files.publicKey, home),
        title,
        onAccount: onAccount !== undefined,
        isLocked: await isLocked(key, survey.facts),
        isProposed: files.publicKey === proposed?.files?.publicKey,
        maySign: maySign(key, git),
        ...(purpose && { purpose }),
      }
    })
    return (await Promise.all(choices)).flat()
  }

  /**
   * An account's current identity. If there is none, proposes one that uses a key on the account, with an SSH alias if
   * another account uses the same host or ssh wouldn't try that key.
   */
  async propose(
    gitlab: GitLabClient,
    {
      chosenEmail,
      usedEmail,
      survey = this.#ports.survey(gitlab),
    }: {
      /** One of its confirmed emails, to use instead of the default. */
      chosenEmail?: string | undefined
      /** The email in the repositories; by default the global one. */
      usedEmail?: string | undefined
      survey?: Survey
    } = {},
  ): Promise<IdentityProposal> {
    const [owner, git, current] = await Promise.all([
      survey.owner(),
      survey.git(),
      survey.identity(),
    ])
    // Someone who commits with a private email wants to hide the real one.
    const usedEmails = [usedEmail ?? git?.config.get('user.email') ?? '']
      .map(committedEmail)
      .filter((email) => isPrivateEmail(owner, email))
    const emails = [...new Set([...usedEmails, ...emailChoices(owner)])]
    if (chosenEmail !== undefined && !emails.includes(chosenEmail))
      throw createFailureError('setup.planOutdated')
    const email = chosenEmail ?? emails[0] ?? ''
    const lockedKeyOf = async ({ signs, key }: IdentityFields) => {
      const used = signs && key && (await survey.keyIn(expandHome(key, this.#ports.home)))
      return used && (await isLocked(used, survey.facts)) ? { lockedKey: key } : {}
    }
    if (!current) {
      const { name, username } = owner.user
      const named = { name: name || username || survey.username, email }
      const first = { ...named, ...(await this.#newFields(survey, git)) }
      const lock = await lockedKeyOf(first)
      const signs = first.signs && lock.lockedKey === undefined
      return { fields: { ...first, signs }, emails, isNew: true, ...lock }
    }
    const keepsEmail = chosenEmail === undefined && !isForeignEmail(owner, current.email)
    const { id: _id, instance: _instance, username: _username, ...fields } = current
    const own = keepsEmail ? current.email : email
    return {
      fields: { ...fields, email: own },
      emails: [...new Set([...emails, own])],
      isNew: false,
      ...(await lockedKeyOf(fields)),
    }
  }

  async #newFields(
    survey: Survey,
    git: Git | undefined,
  ): Promise<Omit<IdentityFields, 'name' | 'email'>> {
    const { home, signedInAccounts } = this.#ports
    const host = sshHost(survey.baseUrl)
    const key = await survey.proposedKey()
    const isShared = signedInAccounts().some(
      (other) =>
        sshHost(other.instance) === host &&
        (other.username !== survey.username || other.instance !== survey.baseUrl),
    )
    const isTried = key !== undefined && (await survey.keysOfConfig()).includes(key.fingerprint)
    return {
      scope: 'folders',
      folders: [],
      ...(key?.files && { key: shownPath(key.files.publicKey, home) }),
      signs: key !== undefined && maySign(key, git),
      ...(key && (isShared || !isTried) && { alias: await freeSshAlias(home, survey) }),
    }
  }

  async planSave(
    gitlab: GitLabClient,
    fields: IdentityFields,
    {
      survey = this.#ports.survey(gitlab),
      ...options
    }: IdentityPlanOptions & { survey?: Survey } = {},
  ): Promise<ShownPlan> {
    for (const folder of fields.folders) assertLocalPath(folder)
    const id = identityId(survey.baseUrl, survey.username)
    const others = (await readIdentities(survey.facts)).filter((one) => one.id !== id)
    const isTaken = others.some(
      (one) => one.scope === 'host' && sshHost(one.instance) === sshHost(survey.baseUrl),
    )
    if (fields.scope === 'host' && isTaken) throw createFailureError('setup.hostTaken')
    const isSame = others.some((one) => one.alias !== undefined && one.alias === fields.alias)
    if (isSame) throw createFailureError('setup.aliasTaken')
    await this.#assertFreeAlias(fields.alias, id)
    const git = await survey.git()
    const isTooOld = fields.scope !== 'folders' && !git?.supportsRemoteConditions
    if (!git || isTooOld) throw createFailureError('setup.gitTooOld')
    const changes = await planIdentity(survey, fields, options)
    const overlaps = (await this.#foreignIn(git, survey.facts)).filter(({ condition }) =>
      mayOverlap(fields, condition, this.#ports.home),
    )
    return { ...this.show(changes), overlaps }
  }

  /** Throws if another file of the ssh configuration declares an alias. */
  async #assertFreeAlias(alias: string | undefined, id: string): Promise<void> {
    const { home } = this.#ports
    const file = alias && (await sshHostNames(home)).get(alias.toLowerCase())
    if (!file || file === realIfThere(sshHostFile(home, id))) return
    const values = { alias, file: shownPath(file, home) }
    throw createFailureError('setup.sshHostExists', values)
  }

  async planRemoval(id: string, facts = gitFacts(this.#ports)): Promise<ShownPlan> {
    const storedIdentity = (await readIdentities(facts)).find((one) => one.id === id)
    return this.show(storedIdentity ? await planRemoval(facts, storedIdentity) : [])
  }

  async planServer(
    gitlab: GitLabClient,
    { host, port }: { host: string; port: number },
  ): Promise<ShownPlan> {
    const survey = this.#ports.survey(gitlab)
    const name = sshHost(survey.baseUrl)
    const { user } = await survey.target()
    const target = { host, port, user }
    // An identity's ID never starts with `@`.
    return this.show(planSshHostFile(this.#ports.home, `@${name}`, { name, target }))
  }

  /** Applies a plan or some of its changes. Stops at a failure, because each change depends on the previous ones. */
  async apply(plan: number, chosen?: readonly string[]): Promise<ChangeResult[]> {
    const changes = this.#shown.changes.filter(({ change }) => chosen?.includes(change.id) ?? true)
    if (this.#shown.plan !== plan) throw createFailureError('setup.planOutdated')
    this.#shown = { plan, changes: [] }
    const inOrder = changes.map((one, at) => ({ ...one, needs: changes[at - 1]?.change.id }))
    return applyChanges(inOrder, this.#ports, '')
  }

  /** The changes of the plan that was shown last. */
  get shownChanges(): readonly PlannedChange[] {
    return this.#shown.changes
  }

  /** Keeps the displayed changes so that they can be applied later. */
  show(changes: PlannedChange[]): ShownPlan {
    this.#shown = { plan: this.#shown.plan + 1, changes }
    const { home } = this.#ports
    return {
      plan: this.#shown.plan,
      changes: changes.map(({ change }) => ({ ...change, file: shownPath(change.file, home) })),
    }
  }
}

/** Whether a new identity signs with a key, unless it is locked. */
function maySign({ onAccount }: UsableKey, git: Git | undefined): boolean {
  return onAccount?.usage_type !== 'auth' && git?.signsWithSsh === true
}

/** Whether this identity and another condition may apply to the same repositories. */
function mayOverlap(fields: IdentityFields, condition: string, home: string): boolean {
  if (fields.scope !== 'folders') return true
  return fields.folders.some((folder) => mayOverlapWith(`gitdir:${folder}/`, condition, home))
}
