export const emails = {
  'emails.add': 'Add address',
  'emails.addAgain': 'Add again',
  'emails.added': '{email} added. Open the link in the confirmation email.',
  'emails.addedConfirmed': '{email} added and confirmed.',
  'emails.addedForUser': '{email} added. The user must open the link in the confirmation email.',
  'emails.address': 'Email address',
  'emails.addressHint': 'GitLab sends a confirmation link to this address.',
  'emails.addressHintForUser':
    'GitLab sends a confirmation link to this address. The user must open it.',
  'emails.addressHintSkip': 'No email is sent. The address is confirmed immediately.',
  'emails.addressInvalid': 'Enter a valid email address, such as name@example.com.',
  'emails.addressKnown': 'This address is already on the account.',
  'emails.addressPlaceholder': 'name@example.com',
  'emails.addressRequired': 'Enter an email address.',
  'emails.addresses': 'Addresses',
  'emails.check': 'Check again',
  'emails.checkAddress': 'Check again whether {email} is confirmed',
  'emails.confirm':
    'Open the link in the confirmation email, then check again. No email? Check your spam folder or {link}.',
  'emails.confirmForUser':
    'The user must open the link in the confirmation email. To confirm it for them, delete it and add it again with “Skip confirmation”.',
  'emails.confirmed': 'Confirmed',
  'emails.confirmedOn': 'Confirmed on {date}',
  'emails.deleteAddress': 'Delete {email}',
  'emails.deleteConfirm': 'Delete address',
  'emails.deleteText':
    'GitLab will send its emails to your primary address, {primary}, instead. To undo this, you have to add and confirm the address again.',
  'emails.deleteTextForUser':
    'GitLab will send its emails to the user’s primary address, {primary}, instead. To undo this, the address has to be added and confirmed again.',
  'emails.deleteTitle': 'Delete {email}?',
  'emails.deleted': '{email} deleted.',
  'emails.empty': 'No other addresses',
  'emails.emptyHint': 'Add one below so that commits made with it count as yours.',
  'emails.gone': '{email} is no longer on this account.',
  'emails.isConfirmed': '{email} is confirmed.',
  'emails.isUnconfirmed': '{email} isn’t confirmed yet. Open the link in the confirmation email.',
  'emails.isUnconfirmedForUser':
    '{email} isn’t confirmed yet. The user must open the link in the confirmation email.',
  'emails.lead': 'Email addresses on your account.',
  'emails.newAddress': 'New address',
  'emails.noPrimary': 'GitLab doesn’t say which address is primary, so none can be deleted here.',
  'emails.notConfirmed': 'Not confirmed',
  'emails.onTheWeb': 'on the web',
  'emails.primary': 'Primary',
  'emails.primaryHint': 'The primary address can’t be deleted. You can choose another one {link}.',
  'emails.primaryHintForUser':
    'The primary address can’t be deleted. Edit the user to choose another one.',
  'emails.resendLink': 'resend it on the web',
  'emails.skipConfirmation': 'Skip confirmation',
  'emails.skipConfirmationHint':
    'Use this only if the address belongs to the user. Anyone who reads its email can take over the account.',
  'emails.title': 'Emails',
  'emails.usedByGit':
    'On this computer, Git uses {email}, which isn’t a confirmed email of your account.',
  'emails.addUsedByGit': 'Add {email}',
}
