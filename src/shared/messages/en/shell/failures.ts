export const failures = {
  'failures.checkAgain': 'Check again',
  'failures.chooseCertificate': 'Choose certificate',
  'failures.field': '{field} {problems}',
  'failures.incompleteList':
    'Nothing is shown because the list would be incomplete. Contact the administrator of the instance.',
  'failures.lastUpdated': 'Last updated {time}',
  'failures.missingAccounts': 'Missing accounts',
  'failures.missingAccountsText':
    '{count, plural, one {# account couldn’t be loaded. This version doesn’t understand its entry in accounts.json.} other {# accounts couldn’t be loaded. This version doesn’t understand their entries in accounts.json.}} Nothing was deleted: the data is still in that file or a copy next to it.',
  'failures.needsConnection': 'This can’t be loaded without a connection.',
  'failures.notLoadedYet': 'Not loaded yet.',
  'failures.onWeb': 'On the web:',
  'failures.page': 'Something went wrong on this page.',
  'failures.pageHint': 'Reload the page, then retry.',
  'failures.partOfList':
    'The entries loaded so far are shown. Contact the administrator of the instance.',
  'failures.partlyFrom': 'partly {time}',
  'failures.retryAt': 'You can retry on {time}.',
  'failures.revoke': 'Revoke',
  'failures.scopes':
    'The token needs {count, plural, one {the scope {scopes}} other {one of these scopes: {scopes}}}.',
  'failures.showMore': 'Show more',
  'failures.shown': '{count, number} shown. More are available.',
  'failures.shownOf': '{count, number} of {total, number} shown.',
  'failures.stillMissing': 'It still hasn’t appeared.',
  'failures.stillUncertain': 'It’s still unclear whether it was created.',
  'failures.unreadEntries': '{count, plural, one {# entry} other {# entries}} couldn’t be read.',
  'failures.updating': 'Updating…',
}
