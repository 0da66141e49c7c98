import type { onboarding as english } from '../../en/screens/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.administrators':
    '{count, plural, one {# d’entre eux devient administrateur.} many {# d’entre eux deviennent administrateurs.} other {# d’entre eux deviennent administrateurs.}}',
  'onboarding.allRows': 'Toutes ({count, number})',
  'onboarding.cancelled': 'La création des utilisateurs restants est annulée.',
  'onboarding.check': 'Vérification',
  'onboarding.checkRows': 'Vérifier les lignes',
  'onboarding.chooseFile': 'Choisir un fichier CSV…',
  'onboarding.cleanedCount':
    '{count, plural, one {# valeur a été nettoyée.} many {# valeurs ont été nettoyées.} other {# valeurs ont été nettoyées.}} Vérifiez le résultat ci-dessus avant de créer les utilisateurs.',
  'onboarding.cleanedRows': 'Nettoyées {count, number}',
  'onboarding.column': 'Colonne {number, number}',
  'onboarding.columnNamed': 'Colonne « {title} »',
  'onboarding.columns': 'Colonnes',
  'onboarding.columnsLead':
    'Choisissez ce que contient chaque colonne. Le nom d’utilisateur, le nom et l’adresse e-mail sont obligatoires.',
  'onboarding.compared': 'Comparé à la liste des utilisateurs du {when}.',
  'onboarding.create': 'Créer les utilisateurs',
  'onboarding.createCount':
    'Créer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'onboarding.createLead':
    'GitLab envoie à chaque utilisateur un e-mail avec un lien pour définir un mot de passe. Les lignes avec des problèmes sont ignorées.',
  'onboarding.createRemaining': 'Créer les {count, number} restants',
  'onboarding.directory': 'Utilisateurs',
  'onboarding.domains': 'Domaines e-mail autorisés',
  'onboarding.domainsHint': 'Facultatif. Les lignes avec d’autres domaines sont signalées.',
  'onboarding.domainsPlaceholder': 'example.com, example.org',
  'onboarding.downloadProblems': 'Télécharger les lignes avec des problèmes',
  'onboarding.dropFile': 'Déposez le fichier CSV pour le vérifier.',
  'onboarding.editCell': '{field} à la ligne {line, number}',
  'onboarding.encoding': 'Encodage',
  'onboarding.encodingFirst': 'Confirmez d’abord l’encodage du fichier ci-dessus.',
  'onboarding.encodingGuess': 'Ce fichier n’est pas en UTF-8. Ces mots sont-ils corrects ?',
  'onboarding.encodingRight': 'Ils sont corrects',
  'onboarding.encoding_shiftjis': 'Japonais (Shift_JIS)',
  'onboarding.encoding_utf16be': 'UTF-16 (big-endian)',
  'onboarding.encoding_utf16le': 'UTF-16',
  'onboarding.encoding_utf8': 'UTF-8',
  'onboarding.encoding_windows1252': 'Occidental (Windows-1252)',
  'onboarding.fileTooLarge': 'Le fichier dépasse {megabytes, number} Mio. Divisez-le.',
  'onboarding.fileUnreadable': 'Le fichier n’a pas pu être lu.',
  'onboarding.hasHeader': 'La première ligne contient les noms des colonnes',
  'onboarding.held':
    '{count, plural, one {# utilisateur attend d’être créé.} many {# utilisateurs attendent d’être créés.} other {# utilisateurs attendent d’être créés.}}',
  'onboarding.heldDemoted':
    'Vous n’êtes plus administrateur. {count, plural, one {# utilisateur attend d’être créé.} many {# utilisateurs attendent d’être créés.} other {# utilisateurs attendent d’être créés.}}',
  'onboarding.heldLabel': 'Création d’utilisateurs en attente',
  'onboarding.lead':
    'Créez de nombreux utilisateurs à partir d’un fichier CSV ou de lignes collées.',
  'onboarding.leaveText': 'Les lignes ne sont pas conservées.',
  'onboarding.leaveTitle': 'Quitter sans créer les utilisateurs ?',
  'onboarding.line': 'Ligne {line, number}',
  'onboarding.linksEmailed':
    'Les utilisateurs définissent leur mot de passe avec le lien que GitLab leur envoie par e-mail.',
  'onboarding.notCompared':
    'La liste des utilisateurs n’est pas chargée ; les noms d’utilisateur et adresses e-mail n’ont donc pas été comparés à ceux des utilisateurs existants.',
  'onboarding.notImported': 'Ne pas importer',
  'onboarding.openDirectory': 'Ouvrez la liste des utilisateurs pour la mettre à jour.',
  'onboarding.otherEncoding':
    'Si aucun ne convient, enregistrez le fichier au format « CSV UTF-8 » et choisissez-le à nouveau.',
  'onboarding.pasted': 'Lignes collées',
  'onboarding.pastedHint':
    'Séparez les cellules par des virgules, des points-virgules ou des tabulations. Vous pouvez aussi déposer un fichier.',
  'onboarding.pastedPlaceholder': 'username,name,email',
  'onboarding.paused': 'Exécution suspendue.',
  'onboarding.problemCount':
    '{count, plural, one {# ligne a des problèmes.} many {# lignes ont des problèmes.} other {# lignes ont des problèmes.}}',
  'onboarding.readyCount':
    '{count, plural, one {# ligne est prête.} many {# lignes sont prêtes.} other {# lignes sont prêtes.}}',
  'onboarding.remove': 'Supprimer l’exécution',
  'onboarding.removeFile': 'Retirer le fichier',
  'onboarding.removeText':
    'Ses résultats et son rapport sont supprimés. Les utilisateurs sont conservés.',
  'onboarding.removeTitle': 'Supprimer cette exécution ?',
  'onboarding.removed': 'Exécution supprimée. Ses utilisateurs sont conservés.',
  'onboarding.report': 'Télécharger le rapport',
  'onboarding.resumed': 'Exécution reprise.',
  'onboarding.retryFailed': 'Réessayer les {count, number} en échec',
  'onboarding.retrying': 'Nouvel essai.',
  'onboarding.rows': 'Nouveaux utilisateurs',
  'onboarding.rowsLead':
    'Jusqu’à {max, number} lignes. Rien n’est envoyé avant votre confirmation.',
  'onboarding.runTitle':
    'Créer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'onboarding.run_cancelled': 'Annulée',
  'onboarding.run_finished': 'Terminée',
  'onboarding.run_paused': 'Suspendue',
  'onboarding.run_running': 'En cours',
  'onboarding.runs': 'Exécutions',
  'onboarding.saveTemplate': 'Télécharger un modèle',
  'onboarding.shownRows': 'Lignes',
  'onboarding.skipConfirmation': 'Ne pas demander de confirmation par e-mail',
  'onboarding.skipConfirmationHint':
    'Les adresses e-mail comptent comme confirmées, sauf si une colonne dit le contraire.',
  'onboarding.state_cancelled': 'Annulé',
  'onboarding.state_created': 'Créé',
  'onboarding.state_failed': 'Échec',
  'onboarding.state_pending': 'En attente',
  'onboarding.state_sending': 'Envoi en cours',
  'onboarding.state_unknown': 'Vérification',
  'onboarding.undo': 'Annuler l’exécution…',
  'onboarding.undoneBy': 'Annulée par :',
  'onboarding.withProblems': 'Avec des problèmes ({count, number})',
}
