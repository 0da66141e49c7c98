import type { SshConnection } from '../../../shared/app/ssh-connection.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

type Problem = NonNullable<SshConnection['problem']>

/** What each problem is called, and what can be done about it. */
export const connectionProblems = {
  'no-ssh': ['sshConnection.noSsh', 'sshConnection.noSshHint'],
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
