import type { onboarding as english } from '../../en/screens/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.administrators':
    '{count, plural, one {# d’entre eux devient administrateur.} many {# d’entre eux deviennent administrateurs.} other {# d’entre eux deviennent administrateurs.}}',
  'onboarding.allRows': 'Toutes ({count, number})',
  'onboarding.cancelled': 'La création des utilisateurs restants est annulée.',
  'onboarding.check': 'Vérification',
  'onboarding.checkRows': 'Vérifier les lignes',
  'onboarding.chooseFile': 'Choisir un fichier CSV…',
  'onboarding.column': 'Colonne {number, number}',
  'onboarding.columnNamed': 'Colonne « {title} »',
  'onboarding.columns': 'Colonnes',
  'onboarding.columnsLead':
    'Choisissez ce que contient chaque colonne. Le nom d’utilisateur, le nom et l’adresse e-mail sont obligatoires.',
  'onboarding.compared': 'Comparé à la liste des utilisateurs du {when}.',
  'onboarding.counts': '{created, number} créés · {failed, number} en échec',
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
  'onboarding.fileTooLarge': 'Le fichier dépasse {megabytes, number} Mio. Divisez-le.',
  'onboarding.fileUnreadable': 'Le fichier n’a pas pu être lu.',
  'onboarding.hasHeader': 'La première ligne contient les noms des colonnes',
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
  'onboarding.notUtf8':
    'Le fichier n’est pas en UTF-8. Enregistrez-le en « CSV UTF-8 » et choisissez-le à nouveau.',
  'onboarding.openDirectory': 'Ouvrez la liste des utilisateurs pour la mettre à jour.',
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
  'onboarding.shownRows': 'Lignes',
  'onboarding.skipConfirmation': 'Ne pas demander de confirmation par e-mail',
  'onboarding.skipConfirmationHint':
    'Les adresses e-mail comptent comme confirmées, sauf si une colonne dit le contraire.',
  'onboarding.started': 'Démarrée : {when}.',
  'onboarding.state_cancelled': 'Annulé',
  'onboarding.state_created': 'Créé',
  'onboarding.state_failed': 'Échec',
  'onboarding.state_pending': 'En attente',
  'onboarding.state_sending': 'Envoi en cours',
  'onboarding.state_unknown': 'Vérification',
  'onboarding.stopped': 'Arrêtée. Créés : {created, number} ; non envoyés : {left, number}.',
  'onboarding.withProblems': 'Avec des problèmes ({count, number})',
}
