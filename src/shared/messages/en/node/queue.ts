export const queue = {
  'queue.accountEnds': '“{action}” is queued for {username}, so no other action can follow.',
  'queue.accountEndsHint': 'Cancel that action first.',
  'queue.actionGone': 'This action is no longer in the queue.',
  'queue.actionGoneHint': 'Reload the list of actions.',
  'queue.afterAction': 'After “{action}”: {objection}',
  'queue.alreadyGone': 'The account was already deleted, so nothing was changed.',
  'queue.alreadyInState': 'The user was already {state}, so nothing was changed.',
  'queue.alreadyWithoutTwoFactor':
    'Two-factor authentication was already off, so nothing was changed.',
  'queue.confirmedField': 'is not {username}',
  'queue.conflictHint': 'Decide whether the action is still right.',
  'queue.deletionLikely':
    'GitLab didn’t answer, but blocked the account. The deletion is probably running.',
  'queue.deletionLikelyHint': 'Latchkey keeps checking until the account is gone.',
  'queue.deletionRuns': 'GitLab accepted the deletion.',
  'queue.deletionRunsHint':
    'It deletes accounts in the background, so the user may be listed for a while.',
  'queue.deletionUnconfirmed':
    'GitLab didn’t answer, and the account still exists. The deletion may be running.',
  'queue.deletionUnconfirmedHint':
    'Latchkey keeps checking. Send it again only if you are sure that GitLab didn’t receive it.',
  'queue.due': 'The date of this action has come.',
  'queue.dueHint': 'It can’t be undone, so it’s only sent once you confirm it.',
  'queue.earlierStepFailed': 'An earlier step for this user wasn’t done.',
  'queue.expired': 'The action wasn’t sent within seven days.',
  'queue.expiredHint': 'Check the user, then retry the action if it’s still right.',
  'queue.expiredUnconfirmed':
    'GitLab didn’t answer, and the action wasn’t done when Latchkey checked. It wasn’t sent again within seven days.',
  'queue.fieldsChanged': 'Somebody changed the same fields in the meantime.',
  'queue.fieldsIgnored': 'GitLab didn’t change {fields}.',
  'queue.goneUnconfirmed':
    'GitLab didn’t answer, and the user no longer exists, so the outcome can’t be checked.',
  'queue.goneUnconfirmedHint':
    'The account was deleted in the meantime. There is nothing left to do.',
  'queue.hasBeenActive': 'The user has been active, and is kept.',
  'queue.hasExpired': '“{action}” for {username} expired and wasn’t sent.',
  'queue.hasSignedIn': 'The user has signed in, and is kept.',
  'queue.isDone': '“{action}” for {username} is done.',
  'queue.isInProgress': '“{action}” for {username} is in progress.',
  'queue.isQueued': '“{action}” for {username} is queued.',
  'queue.isScheduled': '“{action}” for {username} is scheduled.',
  'queue.isUnknown': '“{action}” for {username} was sent, and its outcome isn’t known yet.',
  'queue.needsReview': '“{action}” for {username} needs review.',
  'queue.noAnswer': 'GitLab didn’t answer.',
  'queue.noEffect': 'GitLab accepted “{action}”, but nothing changed.',
  'queue.noEffectHint': 'Check the user, then decide what to do.',
  'queue.notAdministrator': 'This account is no longer an administrator.',
  'queue.notAdministratorHint': 'Another administrator can restore its rights.',
  'queue.notAllRemoved': 'GitLab didn’t remove all of them.',
  'queue.notAllRemovedHint': 'Check the user, then retry.',
  'queue.notConfirmed': 'The username you typed is not {username}.',
  'queue.notConfirmedHint': 'Type it exactly as shown. Deleted accounts can’t be restored.',
  'queue.noteHint': 'Add it to the user’s admin notes yourself.',
  'queue.noteNotStored': 'Done, but GitLab didn’t store the reason in the admin notes.',
  'queue.noteNotWritten': 'Done, but the reason couldn’t be added to the admin notes: {reason}',
  'queue.nothingThere': 'There was nothing to remove.',
  'queue.nothingToChange': 'Everything was already set, so nothing was changed.',
  'queue.nothingToDecide': 'This action no longer needs review.',
  'queue.nothingToDecideHint': 'Check its outcome.',
  'queue.notMoved': 'It can no longer be moved.',
  'queue.notOfRun': 'Not all of these users were created by the run.',
  'queue.notQueued': 'Nothing was queued.',
  'queue.notSaved': 'Couldn’t save the queue on this computer, so nothing was changed.',
  'queue.notSavedHint':
    'Check that the disk isn’t full and its folder is writable, then try again.',
  'queue.notSent': 'Nothing was sent.',
  'queue.orderKept':
    'Moving it there would change the order of the actions for {username}, or for the user it would swap with.',
  'queue.orderKeptHint':
    'Actions for the same user keep their order. Wait for the other action, or cancel it first.',
  'queue.previewOutdated':
    'The preview is outdated: {count, plural, one {# user} other {# users}} would change now, not {expected, number}.',
  'queue.previewOutdatedHint': 'Check the preview again, then start.',
  'queue.quitAnyway': 'Quit',
  'queue.quitKept':
    '{kept, plural, one {It is} other {They are}} kept on this computer until Latchkey starts again.',
  'queue.quitKeptAndLost':
    '{kept, plural, one {# action is} other {# actions are}} kept on this computer until Latchkey starts again. {lost, plural, one {# action is} other {# actions are}} lost because the demo ends with Latchkey.',
  'queue.quitLost':
    '{lost, plural, one {It is} other {They are}} lost because the demo ends with Latchkey.',
  'queue.quitStay': 'Stay',
  'queue.quitTitle':
    '{count, plural, one {# action hasn’t been sent yet} other {# actions haven’t been sent yet}}.',
  'queue.rateLimited': 'Rate limit reached.',
  'queue.rateLimitedHint': 'Latchkey waits as long as GitLab asks for.',
  'queue.reasonRequired': 'Enter a reason, because a step adds it to the admin notes.',
  'queue.reasonUnchanged': 'Its reason can no longer be changed.',
  'queue.renamed': '{username} is now called {usernameNow}.',
  'queue.runGone': 'This run no longer exists.',
  'queue.runGoneHint': 'Reload the list of runs.',
  'queue.signInUnknown': 'GitLab doesn’t show whether the user has signed in, so they are kept.',
  'queue.skippedIncomplete': 'The role or state couldn’t be read. Open the user to read it again.',
  'queue.skippedQueued': 'An action for this user is already queued.',
  'queue.skippedUnknown':
    'The user isn’t in the list on this computer. The account may be deleted or new.',
  'queue.stateChanged': '{username} was {before} and is now {after}.',
  'queue.stateIsNow': '{username} is now {after}.',
  'queue.undoMissed':
    'The time to undo this deletion passed while Latchkey was closed, asleep, locked, or offline.',
  'queue.undoMissedHint': 'Nothing was sent. Decide whether the user is still to be deleted.',
  'queue.userGone': 'This user no longer exists.',
  'queue.userGoneHint': 'The account was deleted in the meantime. Nothing was changed.',
  'queue.userUnconfirmed':
    'The response may not be from GitLab, so the user may still exist. Latchkey will try again.',
  'queue.usersRefused': 'Users can’t be read: {reason}',
  'queue.usersRefusedHint':
    'Administrators can read every user, so something in front of GitLab may have answered, or your account is restricted. Latchkey will try again.',
  'queue.wasCancelled': '“{action}” for {username} was canceled.',
  'queue.wasRefused': '“{action}” for {username} was refused.',
}
