export const diagnostics = {
  'diagnostics.accounts': 'Accounts: {count}',
  'diagnostics.app':
    'Latchkey {version} ({host, select, electron {desktop app} other {in a browser}})',
  'diagnostics.keychain': 'Keychain: {state} ({name})',
  'diagnostics.linux':
    'Desktop: {desktop}, display: {display}, session bus: {bus, select, yes {yes} other {no}}',
  'diagnostics.log': 'Last lines of the log:',
  'diagnostics.no': 'none',
  'diagnostics.otherDesktop': 'other',
  'diagnostics.pageCrashes': 'Latchkey’s page crashed several times.',
  'diagnostics.pageCrashesHint':
    'Queued actions and what you typed are kept. See Settings → Diagnostics or the log; docs/troubleshooting.md says where it is.',
  'diagnostics.pageUnresponsive': 'Latchkey’s page isn’t responding.',
  'diagnostics.pageUnresponsiveHint': 'It may be busy. Reloading keeps what you typed.',
  'diagnostics.programs': 'Programs: {programs}',
  'diagnostics.proxies': 'Proxy variables: {areSet, select, yes {set} other {not set}}',
  'diagnostics.quit': 'Quit',
  'diagnostics.reload': 'Reload',
  'diagnostics.system': 'System: {system}',
  'diagnostics.tryAgain': 'Try again',
  'diagnostics.wait': 'Wait',
}
