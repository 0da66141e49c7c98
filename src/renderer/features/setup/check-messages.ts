import type {
  Check,
  CheckResult,
  SetupChange,
  SetupKey,
  UndoneChange,
} from '../../../shared/operations/setup.ts'
import { type Finding, findings } from '../../../shared/rules/setup-checks.ts'
import { refusedMessage } from '../../../shared/rules/repository-messages.ts'
import type { MessageId, MessageValues } from '../../../shared/messages/message.ts'
import type { NewSshKeyType } from '../../../shared/rules/new-ssh-key.ts'
import { instanceName } from '../../components/instance-name.ts'
import { describePurpose } from '../../components/key-purpose.ts'
import { t, textOf } from '../../ui/messages.ts'
import { formatDay } from '../../ui/time/moments.ts'
import type { SshConnection } from '../../../shared/operations/ssh-connection.ts'
import { newSshKeyTypeNames } from './new-ssh-key-draft.ts'

export const checkNames = {
  git: 'computer.git',
  'ssh-key': 'computer.sshKey',
  'key-on-account': 'computer.keyOnAccountCheck',
  agent: 'computer.agent',
  'host-key': 'computer.hostKey',
  connection: 'computer.connection',
  identity: 'computer.identity',
  signing: 'computer.signing',
  'signing-key': 'computer.signingKey',
  clock: 'computer.clock',
} as const satisfies Record<Check, MessageId>

/** A description of each finding, and how to fix it if that isn’t obvious. */
const findingMessages = {
  'git-found': ['computer.gitFound'],
  'git-missing': ['computer.gitMissing', 'computer.gitMissingHint'],
  'commit-fails': ['computer.commitFails', 'computer.gitFailsHint'],
  'push-fails': ['computer.pushFails', 'computer.gitFailsHint'],
  'git-fails': ['computer.gitFails', 'computer.gitFailsHint'],
  'git-old': ['computer.gitOld', 'computer.gitOldHint'],
  'key-found': ['computer.keyFound'],
  'agent-key-found': ['computer.agentKeyFound'],
  'no-key': ['computer.noKey'],
  'key-without-public': ['computer.keyWithoutPublic', 'computer.keyWithoutPublicHint'],
  'weak-key': ['computer.weakKey'],
  'open-files': ['computer.openFiles'],
  'key-on-account': ['computer.keyOnAccount'],
  'key-not-on-account': ['computer.keyNotOnAccount'],
  'key-expired': ['computer.keyExpired', 'computer.keyExpiredHint'],
  'agent-not-needed': ['computer.agentNotNeeded'],
  'agent-has-key': ['computer.agentHasKey'],
  'security-key': ['computer.securityKey'],
  'agent-without-key': ['computer.agentWithoutKey'],
  'key-not-tried': ['computer.keyNotTried', 'computer.keyNotTriedHint'],
  'no-agent': ['computer.noAgent', 'computer.noAgentHint'],
  'silent-agent': ['computer.silentAgent', 'computer.silentAgentHint'],
  'host-key-known': ['computer.hostKeyKnown'],
  'host-key-unknown': ['computer.hostKeyUnknown'],
  'host-key-changed': ['computer.hostKeyChanged', 'computer.hostKeyChangedHint'],
  'host-key-not-published': ['computer.hostKeyNotPublished', 'computer.hostKeyNotPublishedHint'],
  connected: ['computer.connected'],
  // The details depend on the connection problem.
  'not-connected': ['sshConnection.failed'],
  'identity-set': ['computer.identitySet'],
  'identity-in-repositories': ['computer.identityInRepositories'],
  'identity-in-folders': ['computer.identityInFolders', 'computer.identityInFoldersHint'],
  'identity-in-folders-only': ['computer.identityInFoldersOnly'],
  'no-name': ['computer.noName'],
  'no-email': ['computer.noEmail'],
  'email-not-verified': ['computer.emailNotVerified', 'computer.emailNotVerifiedHint'],
  'signing-works': ['computer.signingWorks'],
  'signing-on': ['computer.signingOn', 'computer.signingOnHint'],
  'signing-works-unverified': [
    'computer.signingWorksUnverified',
    'computer.signingWorksUnverifiedHint',
  ],
  'signing-in-identity': ['computer.signingInIdentity'],
  'gpg-key-missing': ['computer.gpgKeyMissing', 'computer.gpgKeyMissingHint'],
  'signing-off': ['computer.signingOff'],
  'no-signing-key': ['computer.noSigningKey'],
  'signing-key-missing': ['computer.signingKeyMissing'],
  'signing-fails': ['computer.signingFails', 'computer.signingFailsHint'],
  'signing-key-on-account': ['computer.signingKeyOnAccount'],
  'signing-key-not-on-account': ['computer.signingKeyNotOnAccount'],
  'signing-key-not-for-signing': [
    'computer.signingKeyNotForSigning',
    'computer.signingKeyNotForSigningHint',
  ],
  'signing-key-outdated': ['computer.signingKeyOutdated', 'computer.keyExpiredHint'],
  'signing-key-revoked': ['computer.signingKeyRevoked'],
  'signing-key-without-email': [
    'computer.signingKeyWithoutEmail',
    'computer.signingKeyWithoutEmailHint',
  ],
  'signing-key-expired': ['computer.signingKeyExpired', 'computer.keyExpiredHint'],
  'clock-right': ['computer.clockRight'],
  'clock-wrong': ['computer.clockWrong', 'computer.clockWrongHint'],
  // The hint depends on which prerequisite is missing.
  'not-checked': ['computer.notChecked'],
} as const satisfies Record<Finding, readonly [what: MessageId, hint?: MessageId]>

/** Findings of a git command that fails, perhaps because of a setting. */
const refusals: readonly Finding[] = ['commit-fails', 'push-fails', 'signing-fails']

/** Describes a check’s result. */
export function describeResult(
  { finding, values, connection }: CheckResult,
  /** Whether the other checks are on the same screen. */
  isWithChecks = false,
): {
  text: string
  hint: string | undefined
} {
  if (finding === 'not-checked') {
    if (values.said !== undefined) return { text: t('computer.notChecked'), hint: `${values.said}` }
    const check = t(checkNames[values.missing as Check])
    return { text: t('computer.notCheckedBecause', { check }), hint: undefined }
  }
  if (!connection) {
    const [what, hint] = findingMessages[finding] as readonly [MessageId, MessageId?]
    const { setting, said, file, line } = values
    const isRefused = refusals.includes(finding) && setting !== undefined
    const text = isRefused
      ? textOf(refusedMessage({ setting: `${setting}`, said: `${said}`, file, line }))
      : t(what, values)
    return { text, hint: hint && t(hint, values) }
  }
  const { host, port, user, offered, greeted = '', problem } = connection
  const command = port === 22 ? `ssh -T ${user}@${host}` : `ssh -T -p ${port} ${user}@${host}`
  const named = { host, port, command, count: offered.length, username: greeted }
  if (!problem) return { text: t('computer.connected', named), hint: undefined }
  const [what, hint] = connectionProblems[problem]
  const isHere = isWithChecks && problem === 'host-key-unknown'
  return {
    text: t(what, named),
    hint: t(isHere ? 'sshConnection.hostKeyUnknownHere' : hint, named),
  }
}

export const findingState = ({ finding }: CheckResult) => findings[finding]

const changeNames = {
  permissions: 'computer.permissions',
  'create-key': 'computer.createKey',
  'add-to-agent': 'computer.addToAgent',
  'add-to-account': 'computer.addToAccount',
  'trust-host': 'computer.trustHost',
  'allow-signer': 'computer.allowSigner',
  'git-identity': 'computer.gitIdentity',
  'git-signing': 'computer.gitSigning',
  'identity-settings': 'computer.identitySettings',
  'identity-scope': 'computer.identityScope',
  'repository-settings': 'computer.repositorySettings',
  'ssh-host': 'computer.sshHost',
  'ssh-include': 'computer.sshInclude',
} as const satisfies Record<SetupChange['kind'], MessageId>

/** The same for changes that only remove lines. */
const removalNames: Partial<Record<SetupChange['kind'], MessageId>> = {
  'identity-settings': 'computer.identitySettingsRemoved',
  'identity-scope': 'computer.identityScopeRemoved',
  'ssh-host': 'computer.sshHostRemoved',
}

const optionalMessages = {
  replaces: 'computer.replaces',
  'other-accounts': 'computer.otherAccounts',
  'other-purpose': 'computer.otherPurpose',
  'locked-key': 'computer.keyLocked',
} as const

/** Describes what a change does and what to check first. */
export function describeChange({ kind, values, optional, lines }: SetupChange): {
  text: string
  hint?: string
} {
  const { type } = values
  if (kind === 'create-key' && type !== undefined) {
    const name = t(newSshKeyTypeNames[type as NewSshKeyType])
    return { text: t('newSshKey.create', { title: values.title ?? '', type: name }) }
  }
  const isRemoval = lines.length > 0 && lines.every(({ after }) => after === undefined)
  const name = (isRemoval ? removalNames[kind] : undefined) ?? changeNames[kind]
  const text = t(name, values as MessageValues)
  if (optional) return { text, hint: t(optionalMessages[optional]) }
  if (kind === 'create-key') {
    return { text, hint: t('computer.securityKeyHint', { command: 'ssh-keygen -t ed25519-sk' }) }
  }
  if (kind !== 'trust-host') return { text }
  const { fingerprint = '', published } = values
  return published === undefined
    ? { text, hint: t('computer.unknownHostKey', { fingerprint }) }
    : { text, hint: t('computer.publishedHostKey', { fingerprint, date: published }) }
}

/** Describes a key: what affects signing, and whether GitLab recognizes it. */
export function describeKey(key: SetupKey): string {
  const { hasPassphrase, isInAgent, onAccount, expiresAt, purpose } = key
  const lock = isInAgent ? 'agent' : hasPassphrase ? 'passphrase' : 'open'
  return [
    ...(purpose ? [t('computer.keyPurpose', { purpose: describePurpose(purpose) })] : []),
    t('computer.keyLock', { lock }),
    // An account that has it is named already.
    ...(purpose?.kind === 'account' && onAccount === undefined
      ? []
      : [
          onAccount === undefined
            ? t('computer.keyNotAdded')
            : t('computer.keyAdded', { title: onAccount }),
        ]),
    ...(expiresAt ? [t('computer.keyExpires', { date: formatDay(Date.parse(expiresAt)) })] : []),
  ].join(' ')
}

const undoMessages = {
  'new-file': 'computer.undoNewFile',
  file: 'computer.undoFile',
  'file-part': 'computer.undoFilePart',
  mode: 'computer.undoMode',
  key: 'computer.undoKey',
  'agent-key': 'computer.undoAgentKey',
  'account-key': 'computer.undoAccountKey',
  passphrase: 'computer.undoPassphrase',
  credential: 'computer.undoCredential',
} as const satisfies Record<UndoneChange['kind'], MessageId>

/** Describes what an undo does to one object. */
export function describeUndo({
  kind,
  movesTo = '',
  username = '',
  instance,
}: UndoneChange): string {
  const user = instance === undefined ? username : `${username} (${instanceName(instance)})`
  return t(undoMessages[kind], { path: movesTo, username: user })
}

type Problem = NonNullable<SshConnection['problem']>

/** Problems that a new key or trusting a host key can fix. */
const fixableProblems: readonly Problem[] = ['host-key-unknown', 'no-key', 'key-refused']

/** Whether a planned change can fix a check’s finding. */
export function isFixable({ connection }: CheckResult): boolean {
  return !connection?.problem || fixableProblems.includes(connection.problem)
}

/** Problems that another host or port can fix. */
const serverProblems: readonly Problem[] = [
  'host-not-found',
  'port-closed',
  'unreachable',
  'other-service',
]

export function isServerProblem({ connection }: CheckResult): boolean {
  return connection?.problem !== undefined && serverProblems.includes(connection.problem)
}

/** A label for each problem, and how to fix it. */
const connectionProblems = {
  'no-ssh': ['sshConnection.noSsh', 'sshConnection.noSshHint'],
  'alias-unknown': ['sshConnection.aliasUnknown', 'sshConnection.aliasUnknownHint'],
  'host-not-found': ['sshConnection.hostNotFound', 'sshConnection.hostNotFoundHint'],
  'port-closed': ['sshConnection.portClosed', 'sshConnection.portClosedHint'],
  unreachable: ['sshConnection.unreachable', 'sshConnection.unreachableHint'],
  'host-key-unknown': ['sshConnection.hostKeyUnknown', 'sshConnection.hostKeyUnknownHint'],
  'host-key-changed': ['sshConnection.hostKeyChanged', 'sshConnection.hostKeyChangedHint'],
  'no-key': ['sshConnection.noKey', 'sshConnection.noKeyHint'],
  'key-refused': ['sshConnection.keyRefused', 'sshConnection.keyRefusedHint'],
  'signing-failed': ['sshConnection.signingFailed', 'sshConnection.signingFailedHint'],
  'other-account': ['sshConnection.otherAccount', 'sshConnection.otherAccountHint'],
  blocked: ['sshConnection.blocked', 'sshConnection.blockedHint'],
  'other-service': ['sshConnection.otherService', 'sshConnection.otherServiceHint'],
  timeout: ['sshConnection.timeout', 'sshConnection.timeoutHint'],
  failed: ['sshConnection.failed', 'sshConnection.failedHint'],
} as const satisfies Record<Problem, readonly [what: MessageId, hint: MessageId]>
