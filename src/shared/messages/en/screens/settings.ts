export const settings = {
  'settings.about': 'About',
  'settings.administration': 'Administration',
  'settings.administrationLead': 'How actions on other users are sent.',
  'settings.appImageLinks':
    'To open latchkey:// links with an AppImage, add it to your applications with a tool such as AppImageLauncher or Gear Lever.',
  'settings.background': 'Background',
  'settings.backgroundInBrowser':
    'In a browser, notifications appear only while this page is open, and the browser asks again when the port changes. The tray, starting at sign-in, and opening files and links need the desktop app.',
  'settings.cacheCleared': 'Cache cleared. Data is loaded again when needed.',
  'settings.clearCache': 'Clear cache',
  'settings.clearCacheHint': 'Deletes avatars and other data that can be loaded again.',
  'settings.clipboard': 'Clipboard',
  'settings.clipboardInApp':
    'Nothing is cleared if you’ve copied something else since. Clipboard histories are asked to leave secrets out.',
  'settings.clipboardInBrowser':
    'Nothing is cleared if you’ve copied something else since. Clipboard histories may keep secrets, because a browser can’t mark them.',
  'settings.clipboardSaved': 'Copied secrets are cleared after {seconds} seconds.',
  'settings.clipboardSeconds': 'Clear copied secrets after (seconds)',
  'settings.closeToTray': 'Close to tray',
  'settings.closeToTrayHint':
    'Closing the window keeps Latchkey in the tray, where it keeps sending queued actions.',
  'settings.closeToTrayLinux':
    'If your desktop has no tray, start Latchkey again to reopen the window.',
  'settings.confirmLeftover': '{action}?',
  'settings.data': 'Data',
  'settings.dataFolder': 'Folder',
  'settings.dataLead':
    'Files that Latchkey stores on this computer. They contain no access tokens.',
  'settings.density': 'Density',
  'settings.densityComfortable': 'Comfortable',
  'settings.densityComfortableHint': 'More space between items.',
  'settings.densityCompact': 'Compact',
  'settings.densityCompactHint': 'More items on one screen.',
  'settings.diagnostics': 'Diagnostics',
  'settings.diagnosticsHint':
    'Contains no names or tokens. Nothing is sent: review the text, then copy it.',
  'settings.diagnosticsLead':
    'For problem reports: versions, system details, and the last lines of the log.',
  'settings.forget': 'Forget this computer',
  'settings.forgetAccountHint': 'To remove one account with its token, sign out of it.',
  'settings.forgetAccountLink': 'Sign out of one account',
  'settings.forgetConfirm': 'Forget everything on this computer?',
  'settings.forgetEverything': 'Forget everything',
  'settings.forgetEverythingHint':
    '{accounts, plural, one {Signs out of your account} other {Signs out of all # accounts}} and deletes all Latchkey data on this computer, including audit logs.',
  'settings.forgetLoss':
    'Permanently deletes all accounts and their tokens from this computer, pending actions, audit logs (including those you kept), logs, and settings. Your tokens stay valid until they expire or are revoked.',
  'settings.forgotten':
    'All Latchkey data on this computer was deleted. Your tokens stay valid until they expire or are revoked.',
  'settings.fromTo': 'From {min} to {max}.',
  'settings.includeUrls': 'Include GitLab URLs',
  'settings.keychainAbsent':
    'No keychain found. Tokens are kept in memory until you quit Latchkey.',
  'settings.keychainAvailable':
    'Tokens are stored in this computer’s keychain ({keychain}), encrypted by the system, under the service name “Latchkey”.',
  'settings.keychainChecking': 'Checking the keychain…',
  'settings.keychainFailed':
    'The keychain isn’t responding correctly. Tokens in it can’t be read but aren’t lost.',
  'settings.keychainLead': 'Where your access tokens are stored.',
  'settings.keychainLocked': 'The keychain is locked. Tokens in it can’t be read but aren’t lost.',
  'settings.language': 'Language',
  'settings.languageSystem': 'System ({language})',
  'settings.languageUnreviewed':
    'Unreviewed translation: no speaker of this language has checked it yet. Please report texts that are wrong or unclear.',
  'settings.layout': 'Layout',
  'settings.leftoverAction': '{action}: {name}',
  'settings.leftoverDeleted': 'Deleted {name}.',
  'settings.leftoverDetails': '{size}, last changed {moment}.',
  'settings.leftoverLoss': 'Permanently deletes {path}.',
  'settings.leftoverPath': 'path of {name}',
  'settings.leftovers': 'Data kept after sign-out',
  'settings.leftoversLead': 'These files stay until you delete them.',
  'settings.license': 'License',
  'settings.lock': 'Lock',
  'settings.lockAfter': 'Auto-lock after',
  'settings.lockAfterInApp': 'Time since you last used this computer.',
  'settings.lockAfterInBrowser': 'Time since you last used this page.',
  'settings.lockAfterOwnUse':
    'Counts from the last time you used Latchkey, because this desktop doesn’t report input to other programs.',
  'settings.lockLead':
    'Hides everything until you unlock. Secrets on the screen and unsaved changes are discarded.',
  'settings.lockMinutes': '{minutes, plural, =0 {Never} one {# minute} other {# minutes}}',
  'settings.lockNow': 'Lock now',
  'settings.lockWithComputer': 'Lock with the computer',
  'settings.lockWithComputerHint': 'When the screen locks or the computer goes to sleep.',
  'settings.lockWithSleep':
    'When the computer goes to sleep. Latchkey can’t detect when this desktop’s screen locks.',
  'settings.log': 'Log',
  'settings.noLeftovers': 'No files',
  'settings.noPackages': 'No results',
  'settings.notificationsBlocked':
    'Your browser blocks notifications from this page. Allow them in its site settings, then reload the page.',
  'settings.notificationsFail':
    'The system doesn’t show notifications from Latchkey. Allow them in the system settings; macOS shows none from unsigned apps.',
  'settings.notificationsHint':
    'When your status is about to clear, keys or tokens expire, your queue finishes, or an account is signed out. Latchkey checks keys and tokens once a day, which counts as activity of your account.',
  'settings.notificationsUnsupported': 'This browser doesn’t support notifications.',
  'settings.parallelRequests': 'Parallel requests',
  'settings.parallelRequestsHint':
    'For actions on many users. More is faster but puts more load on the instance.',
  'settings.parallelRequestsSaved':
    '{count, plural, one {Actions are sent one at a time.} other {Up to # actions are sent at the same time.}}',
  'settings.pauseQueue': 'Pause queue while locked',
  'settings.pauseQueueHint': 'Nothing is sent until you unlock. Requests in progress finish.',
  'settings.portableStart':
    'The portable app isn’t registered with Windows, so it can’t start at sign-in or open latchkey:// links. Install Latchkey to use both.',
  'settings.searchPackages': 'Search packages',
  'settings.showDiagnostics': 'Show diagnostics',
  'settings.showLicenses': 'Show licenses',
  'settings.showNotifications': 'Show notifications',
  'settings.startActivities': 'Activities',
  'settings.startAtSignIn': 'Start at sign-in',
  'settings.startAtSignInHint': 'Opens Latchkey when you sign in to this computer.',
  'settings.startEmails': 'Emails',
  'settings.startHome': 'Home',
  'settings.startKeys': 'Keys',
  'settings.startLast': 'Where you left off',
  'settings.startPeople': 'People',
  'settings.startProfile': 'Profile',
  'settings.startScreen': 'Start screen',
  'settings.startScreenHint': 'Shown when Latchkey opens and after you sign in.',
  'settings.startStatus': 'Status',
  'settings.theme': 'Theme',
  'settings.themeDark': 'Dark',
  'settings.themeLight': 'Light',
  'settings.themeSystem': 'System',
  'settings.thirdPartyLicenses': 'Third-party licenses',
  'settings.title': 'Settings',
  'settings.undoHint':
    'Nothing is sent until then. Deletions wait at least 60 seconds. Other actions that can’t be undone ask for confirmation and take effect immediately.',
  'settings.undoSaved': 'You have {seconds} seconds to undo actions.',
  'settings.undoSeconds': 'Time to undo (seconds)',
  'settings.unlockByClick':
    'Unlocks with a click. This hides the screen but doesn’t stop people who use your account on this computer; lock the computer for that.',
  'settings.unlockByTouchId': 'Unlocks with Touch ID.',
  'settings.version': 'Version',
  'settings.wholeNumber': 'must be a whole number from {min} to {max}',
}
