import type { FailureKind, FailureReason } from '../../shared/rules/failure.ts'
import {
  type MessageId,
  type MessageValues,
  type Text,
  message,
} from '../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError } from './failure.ts'

interface FailureRow {
  kind: FailureKind
  reason?: FailureReason
  hint?: MessageId
  /** The API field to correct, and what is wrong with it. */
  field?: Readonly<Record<string, MessageId>>
  /** The token needs one of these scopes. */
  scopes?: readonly string[]
}

/** Latchkey's own failures by the ID of their message. The message, the hint and the field share their values. */
export const failures = {
  'auditLog.daysReversed': { kind: 'invalid', field: { from: 'auditLog.fromReversed' } },
  'auditLog.notWritten': { kind: 'unexpected', hint: 'auditLog.notWrittenHint' },
  'auditLog.verifyAlone': { kind: 'invalid' },
  'auditLog.verifyNeedsFile': { kind: 'invalid' },
  'auditLog.verifyNoExport': { kind: 'invalid' },
  'auditLog.verifyUnreadable': { kind: 'invalid' },
  'device.leftoverGone': { kind: 'invalid', hint: 'service.reloadList' },
  'device.leftoverNotDeleted': { kind: 'unexpected', hint: 'device.leftoverNotDeletedHint' },
  'directory.contradictoryDays': {
    kind: 'invalid',
    hint: 'directory.contradictoryDaysHint',
    field: { created_before: 'directory.fieldDayOrder' },
  },
  'directory.emptyList': { kind: 'service-error', hint: 'directory.emptyListHint' },
  'directory.filterIgnored': { kind: 'conflict', reason: 'filter-ignored' },
  'directory.filterOutdated': { kind: 'conflict', hint: 'directory.filterOutdatedHint' },
  'directory.loadingEnded': { kind: 'service-error', hint: 'directory.loadingEndedHint' },
  'directory.notAdministrator': {
    kind: 'forbidden',
    reason: 'administrators-only',
    hint: 'directory.notAdministratorHint',
  },
  'directory.notStored': { kind: 'unexpected', hint: 'directory.notStoredHint' },
  'directory.publicOnly': { kind: 'service-error', hint: 'directory.publicOnlyHint' },
  'directory.publicOnlyMaybeAdminMode': {
    kind: 'forbidden',
    reason: 'admin-mode',
    scopes: ['admin_mode'],
    hint: 'directory.adminModeHint',
  },
  'directory.scimNeedsId': {
    kind: 'invalid',
    field: { extern_uid: 'directory.fieldScimIdentity' },
  },
  'directory.tooManyViews': { kind: 'invalid', hint: 'directory.tooManyViewsHint' },
  'directory.unreadableList': { kind: 'service-error', hint: 'directory.unreadableListHint' },
  'directory.viewTaken': {
    kind: 'invalid',
    hint: 'directory.viewTakenHint',
    field: { name: 'directory.fieldTaken' },
  },
  'foundTokens.changed': {
    kind: 'conflict',
    reason: 'offer-gone',
    hint: 'foundTokens.lookAgainHint',
  },
  'foundTokens.gone': {
    kind: 'not-found',
    reason: 'offer-gone',
    hint: 'foundTokens.lookAgainHint',
  },
  'foundTokens.malformed': { kind: 'invalid', hint: 'foundTokens.pasteHint' },
  'host.foreignCall': { kind: 'invalid', hint: 'host.foreignCallHint' },
  'host.invalidPort': { kind: 'invalid' },
  'host.invalidTime': { kind: 'invalid' },
  'host.tooFewFiles': { kind: 'unexpected', hint: 'host.tooFewFilesHint' },
  'invoke.noAdministrator': {
    kind: 'forbidden',
    reason: 'administrators-only',
    hint: 'invoke.askForAccess',
  },
  'invoke.tooMuch': { kind: 'invalid', hint: 'invoke.chooseLess' },
  'invoke.unexpected': { kind: 'unexpected', hint: 'invoke.unexpectedHint' },
  'keyFiles.problem': { kind: 'invalid' },
  'keys.alreadyChanging': { kind: 'conflict' },
  'keys.anotherKeyAdded': { kind: 'unknown-outcome', hint: 'keys.checkListFirst' },
  'keys.differentKeys': { kind: 'invalid', hint: 'keys.reloadOrImport' },
  'keys.inUse': { kind: 'conflict', reason: 'key-in-use', hint: 'keys.inUseHint' },
  'keys.signsHere': { kind: 'conflict', reason: 'key-in-use', hint: 'keys.signsHereHint' },
  'keys.expiryPassed': {
    kind: 'invalid',
    hint: 'keys.chooseLaterDate',
    field: { expires_at: 'keys.expiryPassedField' },
  },
  'keys.notExported': { kind: 'not-found', hint: 'keys.reloadAndRetry' },
  'keys.notFoundHere': { kind: 'not-found', hint: 'keys.scanAgain' },
  'keys.secretTitle': {
    kind: 'invalid',
    hint: 'keys.changeTitle',
    field: { title: 'keys.secretTitleField' },
  },
  'keys.unreadableGpgKey': { kind: 'invalid', hint: 'keys.deleteAndImport' },
  'keys.unreadableSshKey': { kind: 'invalid', hint: 'keys.deleteAndImport' },
  'lock.locked': { kind: 'forbidden', reason: 'locked', hint: 'lock.lockedHint' },
  'lock.notConfirmed': { kind: 'forbidden', reason: 'locked', hint: 'lock.notConfirmedHint' },
  'network.connectionThroughProxyLost': { kind: 'offline', hint: 'network.checkProxyVariable' },
  'network.fileChanged': {
    kind: 'invalid',
    hint: 'network.chooseAgain',
    field: { content: 'network.fileChanged' },
  },
  'network.manyCertificates': {
    kind: 'invalid',
    hint: 'network.chooseAuthority',
    field: { content: 'network.manyCertificates' },
  },
  'network.noCertificate': {
    kind: 'invalid',
    hint: 'network.pemOrDer',
    field: { content: 'network.noCertificate' },
  },
  'network.notEncrypted': {
    kind: 'invalid',
    hint: 'network.useHttps',
    field: { baseUrl: 'network.useHttpsField' },
  },
  'network.notRoot': {
    kind: 'invalid',
    hint: 'network.chooseAuthority',
    field: { content: 'network.notRoot' },
  },
  'network.privateKey': {
    kind: 'invalid',
    hint: 'network.privateKeyHint',
    field: { content: 'network.privateKey' },
  },
  'onboarding.changed': { kind: 'conflict', hint: 'onboarding.changedHint' },
  'onboarding.emailHidden': { kind: 'forbidden', hint: 'onboarding.emailHiddenHint' },
  'onboarding.furtherFailed': { kind: 'conflict', hint: 'onboarding.furtherFailedHint' },
  'onboarding.tooLongCell': { kind: 'invalid' },
  'onboarding.tooManyCells': { kind: 'invalid' },
  'onboarding.tooManyColumns': { kind: 'invalid' },
  'onboarding.tooManyRows': { kind: 'invalid', hint: 'onboarding.tooManyRowsHint' },
  'onboarding.unnamedAttribute': { kind: 'invalid', hint: 'onboarding.unnamedAttributeHint' },
  'plans.gone': { kind: 'conflict', hint: 'plans.goneHint' },
  'plans.tooMany': { kind: 'invalid', hint: 'plans.tooManyHint' },
  'queue.accountEnds': { kind: 'conflict', hint: 'queue.accountEndsHint' },
  'queue.actionGone': { kind: 'not-found', hint: 'service.reloadList' },
  'queue.alreadyGone': { kind: 'conflict' },
  'queue.becameAdmin': { kind: 'conflict', hint: 'queue.decideHint' },
  'queue.dateHasCome': { kind: 'conflict', hint: 'queue.dateUnchanged' },
  'queue.deletionLikely': { kind: 'unknown-outcome', hint: 'queue.deletionLikelyHint' },
  'queue.deletionRuns': { kind: 'conflict', hint: 'queue.deletionRunsHint' },
  'queue.deletionStalled': {
    kind: 'conflict',
    reason: 'deletion-stalled',
    hint: 'queue.deletionStalledHint',
  },
  'queue.deletionUnconfirmed': { kind: 'unknown-outcome', hint: 'queue.deletionUnconfirmedHint' },
  'queue.due': { kind: 'conflict', hint: 'queue.dueHint' },
  'queue.expired': { kind: 'conflict', hint: 'queue.retryHint' },
  'queue.expiredUnconfirmed': { kind: 'unknown-outcome', hint: 'queue.retryHint' },
  'queue.fieldsChanged': { kind: 'conflict', hint: 'queue.decideHint' },
  'queue.fieldsIgnored': { kind: 'conflict' },
  'queue.goneUnconfirmed': { kind: 'not-found' },
  'queue.itemDamaged': { kind: 'conflict', hint: 'queue.itemDamagedHint' },
  'queue.keptByGitLab': { kind: 'conflict' },
  'queue.leftUnknown': { kind: 'conflict', hint: 'queue.retryHint' },
  'queue.left_unsupported': { kind: 'conflict' },
  'queue.noAnswer': { kind: 'unknown-outcome' },
  'queue.noEffect': { kind: 'conflict', hint: 'queue.decideHint' },
  'queue.noEvidence': { kind: 'invalid', hint: 'queue.noEvidenceHint' },
  'queue.notAllRemoved': { kind: 'conflict', hint: 'queue.retryHint' },
  'queue.notConfirmed': {
    kind: 'invalid',
    hint: 'queue.notConfirmedHint',
    field: { confirmed: 'queue.confirmedField' },
  },
  'queue.notOfRun': { kind: 'invalid', hint: 'queue.notQueued' },
  'queue.notSaved': { kind: 'unexpected', hint: 'queue.notSavedHint' },
  'queue.noteNotStored': { kind: 'conflict' },
  'queue.nothingThere': { kind: 'conflict' },
  'queue.nothingToChange': { kind: 'conflict' },
  'queue.nothingToDecide': { kind: 'conflict', hint: 'queue.nothingToDecideHint' },
  'queue.orderKept': { kind: 'conflict', hint: 'queue.orderKeptHint' },
  'queue.previewOutdated': { kind: 'conflict', hint: 'onboarding.changedHint' },
  'queue.rateLimited': { kind: 'rate-limited', hint: 'queue.rateLimitedHint' },
  'queue.reasonRequired': {
    kind: 'invalid',
    hint: 'queue.notQueued',
    field: { reason: 'validation.empty' },
  },
  'queue.runGone': { kind: 'not-found', hint: 'service.reloadList' },
  'queue.runNotEnded': { kind: 'conflict', hint: 'queue.runNotEndedHint' },
  'queue.runUndecided': { kind: 'conflict', hint: 'queue.runUndecidedHint' },
  'queue.tokensOfOthers': {
    kind: 'conflict',
    reason: 'filter-ignored',
    hint: 'queue.tokensOfOthersHint',
  },
  'queue.tokensUnreadable': { kind: 'conflict', hint: 'queue.retryHint' },
  'queue.undoMissed': { kind: 'conflict', hint: 'queue.undoMissedHint' },
  'queue.userGone': { kind: 'not-found', hint: 'queue.userGoneHint' },
  'readOnly.message': { kind: 'forbidden', reason: 'insufficient-scope', hint: 'readOnly.hint' },
  'review.failed': { kind: 'unexpected', hint: 'review.failedHint' },
  'review.nobody': { kind: 'invalid', hint: 'review.nobodyHint' },
  'rotation.busy': { kind: 'timeout', hint: 'rotation.busyHint' },
  'rotation.lost': { kind: 'unauthorized', reason: 'token-lost', hint: 'rotation.lostHint' },
  'rotation.notStarted': { kind: 'keychain' },
  'rotation.refused': { kind: 'service-error', hint: 'rotation.refusedHint' },
  'rotation.unavailable': { kind: 'forbidden', hint: 'rotation.unavailableHint' },
  'service.accountRefused': {
    kind: 'forbidden',
    reason: 'account-unusable',
    hint: 'service.signInOnWeb',
  },
  'service.accountRefusedWithText': {
    kind: 'forbidden',
    reason: 'account-unusable',
    hint: 'service.signInOnWeb',
  },
  'service.dpopRequired': {
    kind: 'forbidden',
    reason: 'account-unusable',
    hint: 'service.dpopHint',
  },
  'service.lacksAdminMode': {
    kind: 'forbidden',
    reason: 'admin-mode',
    scopes: ['admin_mode'],
    hint: 'directory.adminModeHint',
  },
  'service.lacksNamedPermission': {
    kind: 'forbidden',
    reason: 'insufficient-scope',
    hint: 'service.addPermission',
  },
  'service.lacksPermission': {
    kind: 'forbidden',
    reason: 'insufficient-scope',
    hint: 'service.addPermission',
  },
  'service.lacksScope': {
    kind: 'forbidden',
    reason: 'insufficient-scope',
    hint: 'service.replaceWithScope',
  },
  'service.mayLackAdminMode': {
    kind: 'forbidden',
    reason: 'admin-mode',
    scopes: ['admin_mode'],
    hint: 'directory.adminModeHint',
  },
  'service.notAllowed': { kind: 'forbidden', hint: 'service.noPermission' },
  'service.notCached': { kind: 'offline' },
  'service.notSent': { kind: 'timeout', hint: 'service.slow' },
  'service.outcomeUnknown': { kind: 'unknown-outcome', hint: 'service.checkState' },
  'service.rateLimited': { kind: 'rate-limited', hint: 'service.waitAndRetry' },
  'service.readOnly': {
    kind: 'service-error',
    reason: 'read-only-instance',
    hint: 'service.readOnlyHint',
  },
  'service.readOnlyWithText': {
    kind: 'service-error',
    reason: 'read-only-instance',
    hint: 'service.tryLater',
  },
  'service.redirect': { kind: 'refused-redirect', hint: 'service.checkUrl' },
  'service.redirectTo': { kind: 'refused-redirect', hint: 'service.loginInFront' },
  'service.refusedWithoutReason': { kind: 'forbidden' },
  'service.secretMissing': {
    kind: 'unknown-outcome',
    reason: 'secret-missing',
    hint: 'service.checkState',
  },
  'service.stillWaiting': { kind: 'timeout' },
  'service.tokenUnknown': { kind: 'unauthorized', hint: 'service.checkToken' },
  'service.tooSlow': { kind: 'timeout', hint: 'service.slow' },
  'setup.aliasTaken': { kind: 'invalid' },
  'setup.cannotSign': { kind: 'invalid' },
  'setup.changedMeanwhile': { kind: 'conflict', hint: 'setup.checkAgainHint' },
  'setup.fileExists': { kind: 'invalid' },
  'setup.gitTooOld': { kind: 'invalid' },
  'setup.hostTaken': { kind: 'invalid' },
  'setup.keyCanceled': { kind: 'invalid' },
  'setup.keyGone': { kind: 'invalid' },
  'setup.notRead': { kind: 'invalid' },
  'setup.notRegular': { kind: 'invalid' },
  'setup.notShown': { kind: 'conflict' },
  'setup.onlyInAgent': { kind: 'invalid' },
  'setup.passphraseNotSet': { kind: 'invalid' },
  'setup.passphraseRefused': { kind: 'invalid', field: { current: 'setup.passphraseRefused' } },
  'setup.pathOfWindows': { kind: 'invalid', field: { folders: 'setup.pathOfWindows' } },
  'setup.planOutdated': { kind: 'conflict' },
  'setup.programFailed': { kind: 'invalid' },
  'setup.repositoryGone': { kind: 'conflict' },
  'setup.repositoryNotRead': { kind: 'invalid' },
  'setup.securityKeyPin': { kind: 'invalid' },
  'setup.settingElsewhere': { kind: 'invalid' },
  'setup.settingsAreLink': { kind: 'invalid' },
  'setup.signsWithKeyOfOther': { kind: 'invalid' },
  'setup.sshHostExists': { kind: 'invalid', field: { alias: 'setup.sshHostExists' } },
  'setup.tooLarge': { kind: 'invalid' },
  'setup.tooManyFolders': { kind: 'invalid' },
  'setup.unsafePart': { kind: 'invalid' },
  'signIn.accountGone': {
    kind: 'not-found',
    reason: 'unknown-account',
    hint: 'signIn.accountGoneHint',
  },
  'signIn.dataLeft': { kind: 'unexpected', hint: 'signIn.dataLeftHint' },
  'signIn.insecure': {
    kind: 'invalid',
    reason: 'insecure',
    hint: 'signIn.insecureHint',
    field: { baseUrl: 'signIn.insecureField' },
  },
  'signIn.narrowerToken': {
    kind: 'conflict',
    reason: 'narrower-token',
    hint: 'signIn.narrowerTokenHint',
  },
  'signIn.noService': { kind: 'not-the-service', hint: 'signIn.noServiceHint' },
  'signIn.noToken': { kind: 'unauthorized', reason: 'token-missing', hint: 'signIn.noTokenHint' },
  'signIn.otherAccount': {
    kind: 'conflict',
    reason: 'wrong-account',
    hint: 'signIn.otherAccountHint',
  },
  'signIn.revokeUnavailable': { kind: 'not-found', hint: 'signIn.revokeByHand' },
  'signIn.tokenLeft': { kind: 'keychain', hint: 'signIn.tokenLeftHint' },
  'signIn.tokenOfOther': {
    kind: 'unauthorized',
    reason: 'token-missing',
    hint: 'signIn.noTokenHint',
  },
  'signIn.tokensLeft': { kind: 'keychain', hint: 'signIn.tokenLeftHint' },
  'status.emptyAnswer': { kind: 'unknown-outcome', hint: 'service.checkState' },
  'status.keptTimePassed': {
    kind: 'invalid',
    hint: 'status.keptTimePassedHint',
    field: { clear_status_after: 'status.hasPassed' },
  },
  'status.overlaps': { kind: 'invalid', hint: 'status.overlapsHint' },
  'status.timePassed': { kind: 'invalid', field: { clear: 'status.timePassed' } },
  'storage.databaseNewer': { kind: 'unexpected', hint: 'storage.databaseNewerHint' },
  'storage.databaseUnopenable': { kind: 'unexpected' },
  'storage.directoryNotSaved': { kind: 'unexpected', hint: 'storage.directoryRemedy' },
  'tokenUses.changed': { kind: 'conflict', reason: 'offer-gone', hint: 'tokenUses.changedHint' },
  'tokenUses.notAToken': { kind: 'invalid', hint: 'tokens.onTheWebHint' },
  'tokenUses.notUpdated': { kind: 'unexpected', hint: 'tokenUses.notUpdatedHint' },
  'tokens.inactive': { kind: 'conflict', hint: 'tokens.inactiveHint' },
  'tokens.latchkeys': { kind: 'conflict', hint: 'tokens.latchkeysHint' },
  'tokens.latchkeysUnknown': { kind: 'conflict', hint: 'tokens.onTheWebHint' },
  'tokens.notOfUser': { kind: 'forbidden', hint: 'service.reloadList' },
  'tokens.notOwn': { kind: 'forbidden', hint: 'service.reloadList' },
  'tokens.rotatedBefore': { kind: 'conflict', hint: 'tokens.rotatedBeforeHint' },
  'tokens.rotationRevoked': { kind: 'unknown-outcome', hint: 'tokens.rotationRevokedHint' },
  'tokens.rotationUncertain': { kind: 'unknown-outcome', hint: 'tokens.rotationUncertainHint' },
  'tokens.stillWorks': { kind: 'timeout', hint: 'rotation.notRotatedHint' },
  'tokens.unreadable': { kind: 'conflict', hint: 'service.reloadList' },
  'tokens.wouldBeExpired': {
    kind: 'invalid',
    hint: 'tokens.wouldBeExpiredHint',
    field: { expires_at: 'tokens.mustBeLater' },
  },
  'updates.checkFailed': { kind: 'offline', hint: 'updates.checkFailedHint' },
  'updates.downloadFailed': { kind: 'offline', hint: 'updates.checkFailedHint' },
  'updates.notSigned': { kind: 'invalid', hint: 'updates.notSignedHint' },
  'validation.failed': { kind: 'invalid', hint: 'validation.correct' },
  'invoke.unknown': { kind: 'invalid', hint: 'invoke.reload' },
  'invoke.notOpen': { kind: 'invalid', hint: 'invoke.reload' },
  'invoke.accountNeeded': { kind: 'invalid', hint: 'invoke.reload' },
  'host.unexpectedArgument': { kind: 'invalid', hint: 'host.unknownOptionHint' },
} as const satisfies Partial<Record<MessageId, FailureRow>>

export type FailureId = keyof typeof failures

/** Creates a failure from its row, with what only the place of the failure knows. */
export function createFailure(
  id: FailureId,
  values?: MessageValues,
  details: Partial<UnformattedFailure> = {},
): UnformattedFailure {
  const { kind, reason, hint, field, scopes }: FailureRow = failures[id]
  return {
    kind,
    ...(reason && { reason }),
    message: message(id, values),
    ...(hint && { hint: message(hint, values) }),
    ...(field && { fields: fieldMessages(field, values) }),
    ...(scopes && { scopes: [...scopes] }),
    ...details,
  }
}

export function createFailureError(...failure: Parameters<typeof createFailure>): FailureError {
  return new FailureError(createFailure(...failure))
}

/** For input with a problem described elsewhere. */
export function invalidInputError(
  problem: Text,
  details: { hint?: Text | undefined; field?: string } = {},
): FailureError {
  const { hint, field } = details
  return new FailureError({
    kind: 'invalid',
    message: problem,
    ...(hint && { hint }),
    ...(field && { fields: { [field]: [problem] } }),
  })
}

function fieldMessages(
  field: Readonly<Record<string, MessageId>>,
  values?: MessageValues,
): UnformattedFailure['fields'] {
  return Object.fromEntries(
    Object.entries(field).map(([name, problem]) => [name, [message(problem, values)]]),
  )
}
