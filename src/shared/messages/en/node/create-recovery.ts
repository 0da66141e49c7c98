export const createRecovery = {
  'createRecovery.answerLost': 'The response was lost.',
  'createRecovery.createdSecretLost':
    '{what} was created with the ID {id}, but its secret was lost with the response.',
  'createRecovery.createdSecretMissing':
    '{what} was created with the ID {id}, but the response came without its secret.',
  'createRecovery.deleteRunner':
    'If it’s among the {type, select, group_type {group’s runners} project_type {project’s runners} other {instance’s runners}} on the web, delete it, because its token is lost. Then create another one.',
  'createRecovery.emailAddress': 'The email address “{email}”',
  'createRecovery.forgotten': 'Latchkey has restarted and no longer knows what to check for.',
  'createRecovery.forgottenHint': 'Check what exists before you create another one.',
  'createRecovery.gpgKey': 'The GPG key',
  'createRecovery.impersonationToken': 'The impersonation token “{name}”',
  'createRecovery.maybeOlder':
    '{cause} {what} may have been created: one like it exists, but may be older.',
  'createRecovery.maybeOneOfMany':
    '{cause} {what} may have been created: several like it have appeared since.',
  'createRecovery.notAppeared': '{cause} {what} hasn’t appeared since.',
  'createRecovery.notAppearedHint':
    'A slow server may still create it. Check again before you create another one.',
  'createRecovery.personalAccessToken': 'The personal access token “{name}”',
  'createRecovery.revoke':
    'Revoke it, because its secret can’t be recovered. Then create another one.',
  'createRecovery.revokeOnWeb':
    'If it’s in the list of your tokens on the web, revoke it, because its secret is lost. Then create another one.',
  'createRecovery.revokeOnWebByUser':
    'The user can see it at this address on the web. If it’s there, they must revoke it, because its secret is lost.',
  'createRecovery.runner': 'The runner',
  'createRecovery.runnerNamed': 'The runner “{description}”',
  'createRecovery.secretMissing': 'The response came without the secret.',
  'createRecovery.serviceAccount': 'The service account',
  'createRecovery.serviceAccountNamed': 'The service account “{name}”',
  'createRecovery.sshKey': 'The SSH key “{title}”',
  'createRecovery.token': 'The token “{name}”',
  'createRecovery.unclearHint':
    'Check what exists and when it was created before you create another one.',
  'createRecovery.unlisted': '{cause} {what} may have been created. Latchkey can’t check that yet.',
  'createRecovery.unlistedSecretMissing':
    '{what} was created, but the response came without its secret.',
  'createRecovery.unread': '{cause} {what} may have been created.',
  'createRecovery.unreadHint': 'Check again when GitLab responds, before you create another one.',
  'createRecovery.user': 'The user “@{username}”',
}
