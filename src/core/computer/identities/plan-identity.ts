import { createFailureError } from '../../platform/failures.ts'
import { existsSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import type { Identity, IdentityFields } from '../../../shared/operations/identities.ts'
import { readIfThere } from '../changes/recorded-changes.ts'
import { type GitSetting, editGitConfig, includedFileLimit } from '../changes/git-config.ts'
import type { GitEdit } from '../changes/git-edit.ts'
import { signerChange } from '../changes/plan-git.ts'
import { addSigningKey, assertNobodyElseHas } from '../changes/plan-keys.ts'
import { type PlannedChange, plannedChange } from '../changes/planned-change.ts'
import { sshHostFile } from '../changes/config-files.ts'
import { type SshHost, planSshHostFile } from '../changes/ssh-files.ts'
import type { GitFacts } from '../computer-facts.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { expandHome, isNetworkPath, pathForGit } from '../home-paths.ts'
import { type Git, globalConfigFile } from '../survey/git.ts'
import { readSigning } from '../survey/signing.ts'
import type { Survey } from '../survey/survey.ts'
import {
  conditionsOf,
  identityFile,
  identityId,
  mayOverlapWith,
  readIncludes,
  toInclude,
} from './identity-files.ts'

/** How to plan an identity alongside existing configuration. */
export interface IdentityPlanOptions {
  /** Whether git reads it after everything else that may apply to the same repositories. */
  isLast?: boolean
  /** Whether to sign commits as in other repositories. */
  keepsSigning?: boolean
}

/** Writes an identity: first its files, then the includes that make git read them. */
export async function planIdentity(
  survey: Survey,
  fields: IdentityFields,
  { isLast = false, keepsSigning = false }: IdentityPlanOptions = {},
): Promise<PlannedChange[]> {
  const { facts, options, baseUrl, username } = survey
  const { home } = options
  const id = identityId(baseUrl, username)
  const parts = await identityParts(survey, fields)
  const settings = [
    ...(await authorSettings(facts, fields)),
    ...(keepsSigning ? [] : parts.signing),
    ...parts.remotes,
    ['latchkey.instance', baseUrl],
    ['latchkey.username', username],
    ['latchkey.scope', fields.scope],
    ...(fields.alias ? [['latchkey.alias', fields.alias]] : []),
    ...(fields.key ? [['latchkey.key', fields.key]] : []),
  ] as [string, string][]
  const conditions = conditionsOf(fields, baseUrl, home)
  if (!keepsSigning) await assertNobodyElseHas(survey, parts.signingKey)
  return [
    ...(await settingsChange(identityFile(options, id), settings, facts)),
    ...planSshHostFile(home, id, parts.sshHost),
    ...parts.signer,
    ...(await scopeChange(facts, id, conditions, isLast ? await survey.git() : undefined)),
    ...(keepsSigning ? [] : await addSigningKey(survey, parts.signingKey)),
  ]
}

type Settings = [name: string, value: string][]

/** What an identity sets about authors and committers. */
export async function authorSettings(
  facts: GitFacts,
  fields: Pick<IdentityFields, 'name' | 'email'>,
): Promise<Settings> {
  return [...usualAuthor(fields), ...overridden(await settingsElsewhere(facts), fields)]
}

const usualAuthor = ({ name, email }: Pick<IdentityFields, 'name' | 'email'>): Settings => [
  ['user.name', name],
  ['user.email', email],
]

/** All global settings, including those under conditions, except for those of identities. */
export async function settingsElsewhere(facts: GitFacts): Promise<GitSetting[]> {
  const { home } = facts
  const own = dirname(identityFile(facts, ''))
  const readFiles = new Set<string>()
  const read = async (setting: GitSetting, folder: string, depth = 5): Promise<GitSetting[]> => {
    const [include] = toInclude(setting, home)
    const path = include && resolve(folder, include.path)
    if (path === undefined || depth === 0 || dirname(path) === own || isNetworkPath(path))
      return [setting]
    // guard: nested-includes
    if (readFiles.has(path) || readFiles.size === includedFileLimit) return [setting]
    readFiles.add(path)
    const inner = await facts.configWithIncludes(path)
    return (await Promise.all(inner.map((one) => read(one, dirname(path), depth - 1)))).flat()
  }
  const all = (await facts.usualSettings()).map(({ name, value, file }) =>
    read([name, value], file === undefined ? home : dirname(file)),
  )
  return (await Promise.all(all)).flat()
}

/** Settings that git prefers to `user.name` and `user.email`, if any of them is set. */
export function overridden(
  settings: readonly GitSetting[],
  { name, email }: Pick<IdentityFields, 'name' | 'email'>,
): [name: string, value: string][] {
  const values = { name, email }
  return ['author', 'committer'].flatMap((role) =>
    (['name', 'email'] as const).flatMap((part): [string, string][] => {
      const setting = `${role}.${part}`
      return settings.some(([other]) => other === setting) ? [[setting, values[part]]] : []
    }),
  )
}

/** The git and ssh configuration of an identity. */
export interface IdentityParts {
  author: Settings
  signing: Settings
  /** Rewrites the instance's remotes to use the key's SSH alias. */
  remotes: Settings
  sshHost: SshHost | undefined
  /** The fingerprint of the key that signs commits. */
  signingKey: string | undefined
  /** Makes git recognize its signatures. */
  signer: PlannedChange[]
}

export async function identityParts(
  survey: Survey,
  fields: IdentityFields,
): Promise<IdentityParts> {
  const { options } = survey
  const { home } = options
  const { alias, scope, folders } = fields
  const target = await survey.target()
  const key = await chosenKey(survey, fields.key)
  const git = await survey.git()
  const signersFile =
    (git && readSigning(git, home).allowedSignersFile) ?? join(home, '.ssh', 'allowed_signers')
  const host = sshHost(survey.baseUrl)
  const signingKey = fields.signs ? key : undefined
  const isRewritten = alias !== undefined && (scope !== 'alias' || folders.length > 0)
  return {
    author: usualAuthor(fields),
    signing: [
      ...((signingKey
        ? [
            ['gpg.format', 'ssh'],
            ['user.signingkey', pathForGit(signingKey.files.publicKey, options)],
            ['gpg.ssh.allowedSignersFile', pathForGit(signersFile, options)],
          ]
        : []) as Settings),
      ['commit.gpgsign', String(fields.signs)],
    ],
    remotes: isRewritten
      ? [...new Set(['git', target.user])].flatMap((user): Settings => [
          [`url.${user}@${alias}:.insteadOf`, `${user}@${host}:`],
          [`url.ssh://${user}@${alias}/.insteadOf`, `ssh://${user}@${host}/`],
        ])
      : [],
    signingKey: signingKey?.fingerprint,
    sshHost: alias
      ? { name: alias, target, privateKey: key?.files.privateKey }
      : await ownHost(survey, scope, key),
    signer: signingKey
      ? signerChange(signersFile, {
          email: fields.email,
          key: { title: signingKey.title, files: signingKey.files, existing: signingKey },
          needs: undefined,
        })
      : [],
  }
}

/** Makes ssh use an identity's key for the instance itself, unless it is the first that ssh tries anyway. */
async function ownHost(
  survey: Survey,
  scope: IdentityFields['scope'],
  key: { fingerprint: string; files: { privateKey: string } } | undefined,
): Promise<SshHost | undefined> {
  if (scope !== 'host' || !key) return undefined
  const { baseUrl, username, options } = survey
  const [first] = await survey.keysOfConfig()
  const isWritten = existsSync(sshHostFile(options.home, identityId(baseUrl, username)))
  if (first === key.fingerprint && !isWritten) return undefined
  return { name: sshHost(baseUrl), privateKey: key.files.privateKey }
}

/** Removes an identity completely: first the includes, so that git stops reading its files. */
export async function planRemoval(facts: GitFacts, { id }: Identity): Promise<PlannedChange[]> {
  const path = identityFile(facts, id)
  return [
    ...(await scopeChange(facts, id, [])),
    ...planSshHostFile(facts.home, id, undefined),
    ...(await settingsChange(path, [], facts)),
  ]
}

/** Rewrites a settings file; deletes it if there are no settings. */
async function settingsChange(
  path: string,
  settings: readonly [name: string, value: string][],
  { configFile, environment }: GitFacts,
): Promise<PlannedChange[]> {
  const before = readIfThere(path)
  const current = (await configFile(path)).map(asLine)
  const targetLines = settings.map(asLine)
  const isIn = (list: string[], line: string) => list.map(canonical).includes(canonical(line))
  const removed = current.filter((line) => !isIn(targetLines, line))
  const added = targetLines.filter((line) => !isIn(current, line))
  if (removed.length + added.length === 0) return []
  const lines = [...removed.map((line) => ({ before: line })), ...added.map((after) => ({ after }))]
  const edits = settings.map(([name, value]): GitEdit => ({ name, value, how: 'add' }))
  let edited: Promise<Buffer> | undefined
  const content = async (at = path) => {
    if (edits.length > 0) edited ??= editGitConfig(at, undefined, edits, environment)
    return edited
  }
  return [
    {
      change: plannedChange('identity-settings', ['identity'], path, { lines }),
      make: async ({ changes }) => changes.replace(path, before, await content()),
      content,
    },
  ]
}

/**
 * Makes the global configuration include a file under exactly these conditions. If git's settings are passed, the
 * include is placed after everything else that git reads: other includes under the same conditions come before it, and
 * other identities' includes are removed.
 */
async function scopeChange(
  facts: GitFacts,
  id: string,
  conditions: readonly string[],
  git?: Git,
): Promise<PlannedChange[]> {
  const { home, environment } = facts
  const path = globalConfigFile(home, environment)
  const included = identityFile(facts, id)
  const includes = await readIncludes(facts)
  const ownIncludes = includes.filter((one) => one.path === included)
  const current = ownIncludes.map(({ condition }) => condition)
  const edit = (condition: string, how: GitEdit['how'], value: string): GitEdit => ({
    name: `includeIf.${condition}.path`,
    value,
    how,
  })
  const removed = ownIncludes.filter(({ condition }) => !conditions.includes(condition))
  const moved = git ? conditions.filter((one) => isReadBefore(one, git, { included, home })) : []
  const added = conditions.filter((one) => !current.includes(one) || moved.includes(one))
  const own = dirname(included)
  const includesInFolder = includes.filter(
    (one) => git && one.path !== included && conditions.includes(one.condition),
  )
  const replaced = includesInFolder.filter(
    ({ condition, path: other }) => dirname(other) === own || moved.includes(condition),
  )
  const foreignIncludes = replaced.filter(({ path: other }) => dirname(other) !== own)
  const edits = [
    ...removed.map((one) => edit(one.condition, 'remove', one.value)),
    ...ownIncludes
      .filter(({ condition }) => moved.includes(condition))
      .map((one) => edit(one.condition, 'remove', one.value)),
    ...replaced.map((one) => edit(one.condition, 'remove', one.value)),
    ...foreignIncludes.map((one) => edit(one.condition, 'add', one.value)),
    ...added.map((one) => edit(one, 'add', pathForGit(included, facts))),
  ]
  if (edits.length === 0) return []
  const before = readIfThere(path)
  const lines = edits.map(({ name, value, how }) =>
    how === 'remove' ? { before: asLine([name, value]) } : { after: asLine([name, value]) },
  )
  const isOthers = includesInFolder.length > 0
  let edited: Promise<Buffer> | undefined
  const content = () => (edited ??= editGitConfig(path, before, edits, environment))
  return [
    {
      change: plannedChange('identity-scope', ['identity'], path, {
        lines,
        ...(isOthers && { optional: 'replaces' }),
      }),
      make: async ({ changes }) => changes.replace(path, before, await content(), edits),
      content,
    },
  ]
}

/** Whether git may read another name or email after this condition. A missing condition is treated as last. */
function isReadBefore(
  condition: string,
  { settings }: Git,
  { included, home }: { included: string; home: string },
): boolean {
  const name = `includeif.${condition}.path`
  const indexes = settings.flatMap((setting, at) => (setting.name === name ? [at] : []))
  const isOwn = (value: string) => normalize(expandHome(value, home)) === included
  const place = indexes.findLast((at) => isOwn(settings[at]!.value)) ?? indexes.at(-1)
  if (place === undefined) return false
  return settings.slice(place + 1).some(({ name: later, value }) => {
    const other = /^includeif\.(.+)\.path$/s.exec(later)?.[1]
    if (other === undefined) return /^(author|committer|user)\.(name|email)$/.test(later)
    return !isOwn(value) && mayOverlapWith(condition, other, home)
  })
}

async function chosenKey(survey: Survey, file: string | undefined) {
  if (file === undefined) return undefined
  const path = expandHome(file, survey.options.home)
  const key = await survey.keyIn(path)
  if (!key?.files) {
    throw createFailureError('setup.keyGone', { path: file })
  }
  return { ...key, files: key.files }
}

export function asLine([name, value]: readonly [string, string]): string {
  return `${name} = ${value}`
}

/** A setting as git lists it: the name is lowercase before the first dot and after the last. */
function canonical(line: string): string {
  return line.replace(/^[^.]+|[^. ]+(?= = )/g, (part) => part.toLowerCase())
}
