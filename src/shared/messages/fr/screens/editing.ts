import type { editing as english } from '../../en/screens/editing.ts'

export const editing: Record<keyof typeof english, string> = {
  'editing.adminHint': 'Accès complet à cette instance et à tous ses utilisateurs.',
  'editing.auditorHint': 'Peut tout voir, mais rien modifier.',
  'editing.avatarFailed': 'L’avatar n’a pas pu être défini : {reason}',
  'editing.backToUser': 'Retour à l’utilisateur',
  'editing.becomes': 'devient',
  'editing.changeCount':
    '{count, plural, one {# modification} many {# modifications} other {# modifications}}',
  'editing.changedElsewhere': 'Modifié par quelqu’un d’autre pendant votre saisie.',
  'editing.changes': 'Modifications',
  'editing.changesLead': 'Seules ces modifications sont envoyées à GitLab.',
  'editing.clipboardHasText': 'Le presse-papiers contient du texte, pas une image.',
  'editing.commitEmailHint': 'Une de ses adresses confirmées, ou _private pour la garder privée.',
  'editing.conflict':
    'Quelqu’un d’autre a aussi modifié : {fields}. Choisissez la valeur à garder, puis enregistrez.',
  'editing.createUser': 'Créer l’utilisateur',
  'editing.created': 'Utilisateur {user} créé.',
  'editing.currentIdentities':
    'Identités actuelles : {identities}. Un nouvel UID pour le même fournisseur remplace son identité.',
  'editing.directory': 'Utilisateurs',
  'editing.discordHint': 'ID d’utilisateur Discord : 17 à 20 chiffres.',
  'editing.editUser': 'Modifier l’utilisateur',
  'editing.editUserNamed': 'Modifier {user}',
  'editing.emailConfirmationSent':
    'Un lien de confirmation a été envoyé à {email}. L’utilisateur ne peut pas se connecter avant de l’avoir ouvert.',
  'editing.emailCreateHint':
    'Un lien de confirmation y est envoyé. L’utilisateur ne peut pas se connecter avant de l’avoir ouvert.',
  'editing.emailEditHint':
    'Son adresse principale. Certaines versions de GitLab n’acceptent qu’une de ses autres adresses confirmées.',
  'editing.emailPending':
    'L’adresse e-mail reste {current} jusqu’à ce que le titulaire de {pending} ouvre le lien de confirmation.',
  'editing.emailPlaceholder': 'nora@example.com',
  'editing.empty': 'Ne peut pas être vide.',
  'editing.externUidHint': 'Son ID chez le fournisseur.',
  'editing.externUidPlaceholder': 'uid=nora,ou=people,dc=example,dc=com',
  'editing.externalGroups': 'Les utilisateurs externes ne peuvent pas créer de groupes.',
  'editing.externalHint':
    'Ne voit que ce à quoi on lui donne accès. Ne peut créer ni projets ni groupes, et la limite de projets passe à 0.',
  'editing.externalProjects': 'Toujours 0 pour les utilisateurs externes.',
  'editing.extraMinutesHint': 'Ajoutées aux minutes mensuelles. Vide ou 0 : aucune.',
  'editing.githubHint': 'Nom d’utilisateur GitHub.',
  'editing.giveUpAdmin': 'Renoncer à l’accès administrateur ?',
  'editing.giveUpAdminConfirm': 'Renoncer à l’accès',
  'editing.giveUpAdminText':
    'Vous perdrez l’accès administrateur dès l’enregistrement. Seul un autre administrateur peut le rétablir.',
  'editing.invalidDiscord': 'Saisissez un ID d’utilisateur Discord de 17 à 20 chiffres.',
  'editing.invalidEmail': 'Saisissez une adresse e-mail, par exemple name@example.com.',
  'editing.invalidId': 'Saisissez un ID numérique, par exemple 1234.',
  'editing.invalidMinutes': 'Saisissez un nombre entier, 0 ou plus, ou laissez vide.',
  'editing.invalidNumber': 'Saisissez un nombre entier, 0 ou plus.',
  'editing.invalidUrl': 'Saisissez une URL, par exemple https://example.com.',
  'editing.invalidUsername':
    'Utilisez uniquement des lettres, des chiffres, « _ », « - » et « . ». Ne commencez pas par « - » et ne terminez pas par « . », « .git » ou une extension de fichier comme « .html ».',
  'editing.keptAfterUndo': 'Non rétabli, car modifié depuis : {fields}.',
  'editing.minutesHint':
    'Laissez vide pour la valeur par défaut de l’instance. 0 signifie illimité.',
  'editing.missingPassword': 'Saisissez un mot de passe ou choisissez une autre option.',
  'editing.namePlaceholder': 'Nora Quist',
  'editing.newUser': 'Nouvel utilisateur',
  'editing.newUserLead':
    'Saisissez un nom, un nom d’utilisateur et une adresse e-mail, et choisissez comment l’utilisateur obtient un mot de passe. Le reste est facultatif.',
  'editing.noChange': 'Aucune modification',
  'editing.noChanges': 'Pas encore de modification.',
  'editing.notSaved': 'Non enregistré : cette instance l’a ignoré.',
  'editing.notSavedValue': 'Non enregistré. GitLab a toujours : {value}',
  'editing.noteHint': 'Visible des administrateurs seulement.',
  'editing.nothingToSave': 'Rien à enregistrer.',
  'editing.nothingUndone': 'Rien n’a été rétabli.',
  'editing.passwordAtLeast': 'Utilisez au moins 8 caractères.',
  'editing.passwordCreateHint':
    'Au moins 8 caractères. Vous devrez transmettre vous-même ce mot de passe à l’utilisateur.',
  'editing.passwordEditHint': 'Au moins 8 caractères. Laissez vide pour garder l’actuel.',
  'editing.passwordLeadCreate':
    'Choisissez au moins une option. Un lien de réinitialisation ou un mot de passe aléatoire l’emporte sur un mot de passe saisi.',
  'editing.passwordLeadOther':
    'L’utilisateur est averti par e-mail et doit choisir un nouveau mot de passe à sa prochaine connexion. D’ici là, ses jetons ne fonctionnent pas.',
  'editing.passwordLeadSelf': 'C’est votre propre mot de passe. Il change immédiatement.',
  'editing.passwordNotUsed': 'Non utilisé, car vous avez choisi une autre option.',
  'editing.privateProfileHint': 'Les autres utilisateurs ne voient guère plus que le nom.',
  'editing.projectsLimitHint':
    'Combien de projets personnels l’utilisateur peut avoir. 0 signifie aucun.',
  'editing.providerHint': 'Le nom du fournisseur dans GitLab. Une identité par fournisseur.',
  'editing.providerNeeded': 'Obligatoire avec un UID externe.',
  'editing.providerPlaceholder': 'ldapmain',
  'editing.publicEmailHint':
    'Doit être une de ses adresses confirmées. Laissez vide pour n’en afficher aucune.',
  'editing.randomPasswordHint':
    'Personne ne le voit. Pour les utilisateurs qui se connectent avec un fournisseur d’identité.',
  'editing.resetPasswordHint': 'Lui envoie par e-mail un lien pour définir son mot de passe.',
  'editing.sameValues': 'Rien à enregistrer : GitLab a déjà ces valeurs.',
  'editing.samlGroupHint': 'L’ID du groupe. Seulement pour le fournisseur group_saml.',
  'editing.save': 'Enregistrer les modifications',
  'editing.saveAgain': 'Enregistrer à nouveau',
  'editing.saved': 'Enregistré pour {user} : {fields}.',
  'editing.savedExcept':
    'Enregistré pour {user}, sauf {fields} : {count, plural, one {ignoré par cette instance} many {ignorés par cette instance} other {ignorés par cette instance}}.',
  'editing.sectionAccount': 'Compte',
  'editing.sectionAddresses': 'Adresses e-mail',
  'editing.sectionAppearance': 'Apparence',
  'editing.sectionAvatar': 'Avatar',
  'editing.sectionNeedsAttention': '{section}, demande votre attention',
  'editing.sectionNotes': 'Notes',
  'editing.sectionPassword': 'Mot de passe',
  'editing.sectionPermissions': 'Permissions et limites',
  'editing.sectionPermissionsShort': 'Permissions',
  'editing.sectionProfile': 'Profil',
  'editing.sectionProvider': 'Fournisseur d’identité',
  'editing.sectionProviderLead': 'Le fournisseur et l’UID vont ensemble.',
  'editing.sectionProviderShort': 'Fournisseur',
  'editing.sectionTiered': 'Premium et Ultimate',
  'editing.sectionTieredLead': 'Les autres forfaits de GitLab les ignorent.',
  'editing.sectionTieredShort': 'Premium',
  'editing.sections': 'Sections',
  'editing.setAvatar': 'Définir l’avatar',
  'editing.skipConfirmationHint':
    'Considère l’adresse e-mail comme confirmée. Aucun lien de confirmation n’est envoyé.',
  'editing.skipReconfirmationHint':
    'La nouvelle adresse e-mail prend effet immédiatement. Sinon, son titulaire doit d’abord ouvrir un lien de confirmation.',
  'editing.storedOtherValue': 'GitLab a enregistré une autre valeur pour : {fields}.',
  'editing.uidNeeded': 'Obligatoire avec un fournisseur.',
  'editing.undone': 'Rétabli pour {user}.',
  'editing.undoneFields': 'Rétabli pour {user} : {fields}.',
  'editing.usernameEditHint':
    'Lettres, chiffres, « _ », « - » et « . » seulement. Change aussi les URL de son profil et de ses projets.',
  'editing.usernameHint': 'Lettres, chiffres, « _ », « - » et « . » seulement.',
  'editing.usernamePlaceholder': 'nora.q',
  'editing.websitePlaceholder': 'https://example.com',
}
