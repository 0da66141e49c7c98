import { createFailureError } from '../../platform/failures.ts'
import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { UndoneChange } from '../../../shared/operations/setup.ts'
import { localKeyFileLimit } from '../../../shared/rules/limits.ts'
import { type Text, message } from '../../../shared/messages/message.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { writeNewFile } from '../../platform/files/atomic-write.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { textOf } from '../../platform/messages.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import { readAgent } from '../../keys/ssh-agent.ts'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import { type GitFacts, gitFacts } from '../computer-facts.ts'
import { shownPath } from '../home-paths.ts'
import { configFiles, sshConfigFile, sshHostFolder } from './config-files.ts'
import { reasonOf } from './apply.ts'
import { removeFromAgent } from './make-key.ts'
import { overlaps, withoutParts } from './undo-parts.ts'
import {
  type ChangeSet,
  type ChangedFile,
  type RecordedChanges,
  type RecordedStep,
  modeOf,
  readIfThere,
  restore,
  rewrite,
  changedFileState,
} from './recorded-changes.ts'

/** A signed-in account. */
interface SignedInUser {
  instance: string
  username: string
  gitlab: GitLabClient
}

export interface UndoOptions {
  home: string
  environment: NodeJS.ProcessEnv
  changes: RecordedChanges
  signedInAccounts(): SignedInUser[]
}

/** A step in a set, and what undoing it would do. */
interface ExaminedStep {
  step: RecordedStep
  /** There is nothing left to undo. */
  isGone?: boolean
  /** The file's content if only what Latchkey wrote into it is undone, because it was changed since. */
  next?: Buffer
  /** Where the key would be moved. */
  movesTo?: string
  /** Why it stays. */
  stays?: Text
}

type CreatedKey = Extract<RecordedStep, { kind: 'key' }>
type KeyOnAccount = Extract<RecordedStep, { kind: 'account-key' }>

/** Lists what undoing a set would revert and what it would keep, in order. Doesn't change anything. */
export async function planUndo(options: UndoOptions, id: string): Promise<UndoneChange[]> {
  const set = setOf(options, id)
  return (await examine(options, set)).map((one) => shown(options, set, one))
}

/**
 * Reverts a set's steps that are unused and unchanged since. The rest can be undone later. Throws if the set is no
 * longer recorded.
 */
export async function undoChanges(
  options: UndoOptions,
  id: string,
  /** Indexes of the displayed steps to revert; all by default. */
  selected?: readonly number[],
): Promise<UndoneChange[]> {
  const set = setOf(options, id)
  const examined = await examine(options, set)
  const done: RecordedStep[] = []
  for (const one of examined) {
    if (one.stays !== undefined) continue
    try {
      if (!one.isGone && selected && !selected.includes(set.steps.indexOf(one.step)))
        throw createFailureError('setup.notShown')
      await undoStep(options, one, examined)
      done.push(one.step)
    } catch (error) {
      one.stays = reasonOf(error)
    }
  }
  options.changes.drop(id, done)
  return examined.map((one) => shown(options, set, one))
}

function setOf({ changes }: UndoOptions, id: string): ChangeSet {
  const changeSet = changes.sets.find((set) => set.id === id)
  if (!changeSet) throw createFailureError('setup.planOutdated')
  return changeSet
}

/** The path of a file, or the title of a key on an account. */
export function nameOf(step: RecordedStep, home: string): string {
  if (step.kind === 'credential') {
    const user = step.username === undefined ? '' : ` (${step.username})`
    return `${step.program}: ${step.instance}${user}`
  }
  return step.kind === 'account-key'
    ? `${step.title} (@${step.username})`
    : shownPath(step.path, home)
}

function shown(
  { home }: UndoOptions,
  { steps }: ChangeSet,
  { step, isGone, stays, movesTo, next }: ExaminedStep,
): UndoneChange {
  const isNewFile = step.kind === 'file' && step.original === undefined
  return {
    step: steps.indexOf(step),
    kind: next ? 'file-part' : isNewFile ? 'new-file' : step.kind,
    what: nameOf(step, home),
    ...(step.kind === 'account-key' && { username: step.username, instance: step.instance }),
    ...(movesTo !== undefined && { movesTo: shownPath(movesTo, home) }),
    outcome: stays === undefined ? (isGone ? 'gone' : 'undone') : 'stays',
    ...(stays !== undefined && { reason: textOf(stays) }),
  }
}

/** Starts with the last step. Anything used by an item that is kept is kept too. */
async function examine(options: UndoOptions, set: ChangeSet): Promise<ExaminedStep[]> {
  const later = options.changes.sets.slice(
    options.changes.sets.findIndex(({ id }) => id === set.id) + 1,
  )
  const laterFiles = later.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'file' ? [step] : [])),
  )
  const facts = gitFacts(options)
  const surroundings = { laterFiles, keysHere: await readAccountKeys(options, set) }
  const examined = await Promise.all(
    set.steps.toReversed().map(async (step): Promise<ExaminedStep> => {
      try {
        return { step, ...(await stepState(facts, step, surroundings)) }
      } catch (error) {
        return { step, stays: reasonOf(error) }
      }
    }),
  )
  for (;;) {
    const isLeft = (one: ExaminedStep) => one.stays === undefined && !one.isGone
    const undoneFiles = examined.flatMap((one) =>
      one.step.kind === 'file' && isLeft(one) ? [{ path: one.step.path, next: one.next }] : [],
    )
    const restored = new Set(undoneFiles.flatMap(({ path, next }) => (next ? [] : [path])))
    const contents = new Map(undoneFiles.map(({ path, next }) => [path, next]))
    const staying = (await readersOf(options, facts)).filter((path) => !restored.has(path))
    const used = examined.filter(isLeft).flatMap((one) => {
      const stays = reasonToStay(options, one.step, {
        examined,
        staying,
        contents,
        ...surroundings,
      })
      return stays === undefined ? [] : [{ one, stays }]
    })
    if (used.length === 0) return examined
    for (const { one, stays } of used) one.stays = stays
  }
}

/** The user's configuration files, and those of repositories that Latchkey changed. */
async function readersOf({ changes }: UndoOptions, facts: GitFacts): Promise<string[]> {
  const changed = changes.sets.flatMap(({ steps }) => steps.map(({ path }) => path ?? ''))
  const ofRepositories = changed.filter(
    (path) =>
      /^config(\.worktree)?$/.test(basename(path)) &&
      statSync(path, { throwIfNoEntry: false })?.isFile(),
  )
  return [...new Set([...(await configFiles(facts)), ...ofRepositories])]
}

/** Each account's key fingerprints, or the reason why they couldn't be read. */
type AccountKeys = Map<SignedInUser, Map<string, { id: number; title: string }> | Error>

async function readAccountKeys(
  { signedInAccounts }: UndoOptions,
  { steps }: ChangeSet,
): Promise<AccountKeys> {
  const isNeeded = steps.some(({ kind }) => kind === 'key' || kind === 'account-key')
  const reading = (isNeeded ? signedInAccounts() : []).map(async (account) => {
    const keys = await allSshKeys(account.gitlab).then(
      (all) =>
        new Map(
          all.map((key) => [parseSshKey(key)?.fingerprint ?? '', { id: key.id, title: key.title }]),
        ),
      (error: unknown) => {
        if (error instanceof FailureError) return error
        throw error
      },
    )
    return [account, keys] as const
  })
  return new Map(await Promise.all(reading))
}

interface Surroundings {
  /** The changes of files in later sets. */
  laterFiles: readonly ChangedFile[]
  keysHere: AccountKeys
}

async function stepState(
  facts: GitFacts,
  step: RecordedStep,
  { laterFiles, keysHere }: Surroundings,
): Promise<Omit<ExaminedStep, 'step'>> {
  const changed = { stays: message('setup.changedSince') }
  switch (step.kind) {
    case 'file':
      return fileState(step, laterFiles, facts)
    case 'mode': {
      const mode = modeOf(step.path)
      if (mode === step.before) return { isGone: true }
      return mode === step.after ? {} : changed
    }
    case 'key': {
      const halves = [step.path, `${step.path}.pub`].map((path) =>
        lstatSync(path, { throwIfNoEntry: false }),
      )
      if (halves.every((half) => half === undefined)) return { isGone: true }
      const isLeft = halves.every((half) => half?.isFile()) && isSameKey(step)
      return isLeft ? { movesTo: undonePath(step.path, facts.home) } : changed
    }
    case 'agent-key': {
      const { keys, state } = await readAgent(facts.environment)
      if (state === 'silent') return { stays: message('setup.silentAgent') }
      return keys.some(({ fingerprint }) => fingerprint === step.fingerprint)
        ? {}
        : { isGone: true }
    }
    case 'account-key': {
      const changeSet = [...keysHere].find(([account]) => isAccountOf(step, account))
      if (!changeSet) return { stays: message('setup.signedOut', { username: userAt(step) }) }
      const [, keys] = changeSet
      if (keys instanceof Error) throw keys
      const key = keys.get(step.fingerprint)
      if (!key) return { isGone: true }
      return key.title === step.title ? {} : changed
    }
    case 'passphrase':
      return { stays: message('setup.passphraseStays') }
    case 'credential':
      return { stays: message('setup.credentialStays') }
  }
}

async function fileState(
  step: ChangedFile,
  laterFiles: readonly ChangedFile[],
  facts: GitFacts,
): Promise<Omit<ExaminedStep, 'step'>> {
  const later = laterFiles.filter(({ path }) => path === step.path)
  const state = changedFileState(step)
  if (later.some((other) => overlaps(step, other))) {
    // Later changes are undone first, even if they left the file unchanged.
    const last = later.at(-1)!
    const isStuck = !last.parts && changedFileState(last) === 'changed'
    return { stays: message(isStuck ? 'setup.changedSince' : 'setup.changedLater') }
  }
  if (state === 'original') return { isGone: true }
  if (state === 'without-backup')
    return { stays: message('setup.backupGone', { path: step.backup ?? '' }) }
  if (state === 'left' && later.length === 0) return {}
  const current = isFile(step.path) && readIfThere(step.path)
  const next = current && (await withoutParts(step, facts))
  if (!current || !next) return { stays: message('setup.changedSince') }
  return next.equals(current) ? { isGone: true } : { next }
}

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

/** The same username may exist on several instances. */
function userAt({ username, instance }: Pick<SignedInUser, 'username' | 'instance'>): string {
  return `${username} (${instance.replace(/^https?:\/\//, '').replace(/\/$/, '')})`
}

function isAccountOf(step: KeyOnAccount, { instance, username }: SignedInUser): boolean {
  return step.instance === instance && step.username === username
}

function isSameKey({ path, fingerprint }: CreatedKey): boolean {
  const text = readRegularFile(`${path}.pub`, localKeyFileLimit).toString()
  return readPublicKeys(text).keys[0]?.fingerprint === fingerprint
}

interface Users extends Surroundings {
  examined: readonly ExaminedStep[]
  /** The configuration files that would remain unchanged. */
  staying: readonly string[]
  /** What these would contain, if it isn't their current content. */
  contents?: ReadonlyMap<string, Buffer | undefined>
}

/** Why a file or key must stay even though it hasn't changed: something else uses it. */
function reasonToStay(options: UndoOptions, step: RecordedStep, users: Users): Text | undefined {
  const { home } = options
  const user = findDependentConfig(options, step, users)
  if (user !== undefined) return message('setup.usedBy', { file: shownPath(user, home) })
  if (step.kind !== 'key') return undefined
  const { fingerprint } = step
  for (const [account, keys] of users.keysHere) {
    const username = userAt(account)
    const removal = users.examined.find(
      ({ step: other }) => other.kind === 'account-key' && isAccountOf(other, account),
    )
    if (removal && removal.stays === undefined) continue
    if (keys instanceof Error) return message('setup.accountNotAsked', { username })
    if (keys.has(fingerprint)) return message('setup.onAccount', { username })
  }
  // The key stays on accounts that have signed out.
  const removal = users.examined.find(
    ({ step: other, stays }) => other.kind === 'account-key' && stays !== undefined,
  )
  if (!removal) return undefined
  return message('setup.onAccount', { username: userAt(removal.step as KeyOnAccount) })
}

function findDependentConfig(
  { home }: UndoOptions,
  step: RecordedStep,
  { examined, staying, laterFiles, contents }: Users,
): string | undefined {
  const isIn = (path: string, folder: string) => dirname(path) === folder
  if (step.kind === 'file') {
    const hosts = sshHostFolder(home)
    if (step.path === sshConfigFile(home)) {
      return staying.find(
        (path) => isIn(path, hosts) && laterFiles.some((later) => later.path === path),
      )
    }
    if (step.original !== undefined) return undefined
    // An identity refers to its SSH host, not to the file that defines it.
    const id = isIn(step.path, hosts) && /([^/\\]+)\.conf$/.exec(step.path)?.[1]
    const identity = id && staying.find((path) => basename(path) === `${id}.gitconfig`)
    if (identity) return identity
  }
  if (step.kind === 'mode' || step.kind === 'passphrase' || step.kind === 'credential')
    return undefined
  if (step.kind === 'agent-key' && !examined.some(({ step: { kind } }) => kind === 'key')) return
  const { path } = step
  const blob = step.kind === 'file' ? undefined : step.blob
  return staying.find((file) => {
    const content = contents?.get(file) ?? readIfThere(file)
    return file !== path && mentions(content, { path, blob, home })
  })
}

/** Whether a configuration file mentions another file, a pair's public key, or the key itself. */
function mentions(
  content: Buffer | undefined,
  { path, blob, home }: { path: string | undefined; blob: string | undefined; home: string },
): boolean {
  const slashed = (text: string) => text.replaceAll('\\\\', '/').replaceAll('\\', '/')
  const text = slashed(content?.toString() ?? '')
    .replace(/^[ \t]*[#;].*$/gm, '')
    .replace(/%d|\$\{HOME\}/g, () => slashed(home))
  if (blob !== undefined && text.includes(blob)) return true
  if (path === undefined) return false
  return [path, shownPath(path, home)].map(slashed).some((name) => {
    const ends = text.split(name).slice(1)
    return ends.some((end) => /^(\.pub)?(?![\w.-])/.test(end))
  })
}

/** Undoes a step, or throws the reason. Anything may have changed since it was examined. */
async function undoStep(
  options: UndoOptions,
  { step, isGone, movesTo, next }: ExaminedStep,
  examined: readonly ExaminedStep[],
): Promise<void> {
  const { environment } = options
  if (step.kind === 'file' && next) return undoParts(step, gitFacts(options))
  if (step.kind === 'file' && !(isGone && changedFileState(step) === 'changed'))
    return restore(step)
  if (isGone) return
  switch (step.kind) {
    case 'mode': {
      if (modeOf(step.path) !== step.after)
        throw createFailureError('setup.changedMeanwhile', { path: step.path })
      return chmodSync(step.path, step.before)
    }
    case 'agent-key':
      return removeFromAgent(step.path, environment)
    case 'account-key': {
      const { gitlab } = options.signedInAccounts().find((account) => isAccountOf(step, account))!
      const key = (await allSshKeys(gitlab)).find(
        (one) => parseSshKey(one)?.fingerprint === step.fingerprint,
      )
      if (key) await gitlab.call(sshKeys.remove, { key_id: key.id })
      return
    }
    case 'key': {
      const staying = await readersOf(options, gitFacts(options))
      // Doesn't read the accounts again: a failed removal already shows that the key still exists.
      const stays = reasonToStay(options, step, {
        examined,
        staying,
        laterFiles: [],
        keysHere: new Map(),
      })
      if (stays !== undefined) throw new FailureError({ kind: 'conflict', message: stays })
      if (!isSameKey(step)) throw createFailureError('setup.changedMeanwhile', { path: step.path })
      return moveKey(step.path, movesTo!)
    }
  }
}

async function undoParts(step: ChangedFile, facts: GitFacts): Promise<void> {
  const before = isFile(step.path) && readIfThere(step.path)
  const next = before && (await withoutParts(step, facts))
  if (!before || !next) throw createFailureError('setup.changedMeanwhile', { path: step.path })
  const isEmptied = step.original === undefined && next.toString('latin1').trim() === ''
  rewrite(step.path, before, isEmptied ? undefined : next)
}

/** A path outside `~/.ssh`, where the file would be offered as a usable key. */
function undonePath(path: string, home: string): string {
  const name = path.split(/[\\/]/).at(-1)!
  for (let nth = 1; ; nth += 1) {
    const to = join(home, '.ssh-undone', nth === 1 ? name : `${name}-${nth}`)
    if (!existsSync(to) && !existsSync(`${to}.pub`)) return to
  }
}

/** A private key is never deleted, because there may be no other copy. */
function moveKey(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  moveFile(path, to)
  chmodSync(to, 0o600)
  moveFile(`${path}.pub`, `${to}.pub`)
}

function moveFile(path: string, to: string): void {
  try {
    renameSync(path, to)
  } catch (error) {
    // `~/.ssh` may link to another file system.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    writeNewFile(to, readRegularFile(path, localKeyFileLimit))
    rmSync(path)
  }
}
