import type { queue as english } from '../../en/node/queue.ts'

export const queue: Record<keyof typeof english, string> = {
  'queue.accountEnds':
    '« {action} » est en file d’attente pour {username} ; aucune autre action ne peut donc suivre.',
  'queue.accountEndsHint': 'Annulez d’abord cette action.',
  'queue.actionGone': 'Cette action n’est plus dans la file d’attente.',
  'queue.actionGoneHint': 'Rechargez la liste des actions.',
  'queue.afterAction': 'Après « {action} » : {objection}',
  'queue.alreadyGone': 'Le compte était déjà supprimé ; rien n’a donc été modifié.',
  'queue.alreadyInState': 'L’utilisateur était déjà {state} ; rien n’a donc été modifié.',
  'queue.alreadyWithoutTwoFactor':
    'L’authentification à deux facteurs était déjà désactivée ; rien n’a donc été modifié.',
  'queue.confirmedField': 'n’est pas {username}',
  'queue.conflictHint': 'Décidez si l’action reste appropriée.',
  'queue.deletionLikely':
    'GitLab n’a pas répondu, mais a bloqué le compte. La suppression est probablement en cours.',
  'queue.deletionLikelyHint': 'Latchkey continue de vérifier jusqu’à ce que le compte ait disparu.',
  'queue.deletionRuns': 'GitLab a accepté la suppression.',
  'queue.deletionRunsHint':
    'Il supprime les comptes en arrière-plan ; l’utilisateur peut donc encore figurer dans la liste un moment.',
  'queue.deletionUnconfirmed':
    'GitLab n’a pas répondu, et le compte existe toujours. La suppression est peut-être en cours.',
  'queue.deletionUnconfirmedHint':
    'Latchkey continue de vérifier. Ne l’envoyez à nouveau que si vous êtes sûr que GitLab ne l’a pas reçue.',
  'queue.due': 'La date de cette action est arrivée.',
  'queue.dueHint': 'Elle est irréversible et n’est donc envoyée qu’après votre confirmation.',
  'queue.earlierStepFailed': 'Une étape précédente pour cet utilisateur n’a pas été effectuée.',
  'queue.expired': 'L’action n’a pas été envoyée dans les sept jours.',
  'queue.expiredHint': 'Vérifiez l’utilisateur, puis réessayez l’action si elle reste appropriée.',
  'queue.expiredUnconfirmed':
    'GitLab n’a pas répondu, et l’action n’était pas effectuée quand Latchkey a vérifié. Elle n’a pas été renvoyée dans les sept jours.',
  'queue.fieldsChanged': 'Quelqu’un a modifié les mêmes champs entre-temps.',
  'queue.fieldsIgnored': 'GitLab n’a pas modifié : {fields}.',
  'queue.goneUnconfirmed':
    'GitLab n’a pas répondu, et l’utilisateur n’existe plus ; le résultat ne peut donc pas être vérifié.',
  'queue.goneUnconfirmedHint': 'Le compte a été supprimé entre-temps. Il n’y a plus rien à faire.',
  'queue.hasBeenActive': 'L’utilisateur a été actif et est conservé.',
  'queue.hasExpired': '« {action} » pour {username} a expiré et n’a pas été envoyé.',
  'queue.hasSignedIn': 'L’utilisateur s’est déjà connecté et est conservé.',
  'queue.isDone': '« {action} » pour {username} est terminé.',
  'queue.isInProgress': '« {action} » pour {username} est en cours.',
  'queue.isQueued': '« {action} » pour {username} est en file d’attente.',
  'queue.isScheduled': '« {action} » pour {username} est planifié.',
  'queue.isUnknown':
    '« {action} » pour {username} a été envoyé, et son résultat n’est pas encore connu.',
  'queue.needsReview': '« {action} » pour {username} est à vérifier.',
  'queue.noAnswer': 'GitLab n’a pas répondu.',
  'queue.noEffect': 'GitLab a accepté « {action} », mais rien n’a changé.',
  'queue.noEffectHint': 'Vérifiez l’utilisateur, puis décidez de la suite.',
  'queue.notAdministrator': 'Ce compte n’est plus administrateur.',
  'queue.notAdministratorHint': 'Un autre administrateur peut rétablir ses droits.',
  'queue.notAllRemoved': 'GitLab n’a pas tout supprimé.',
  'queue.notAllRemovedHint': 'Vérifiez l’utilisateur, puis réessayez.',
  'queue.notConfirmed': 'Le nom d’utilisateur que vous avez saisi n’est pas {username}.',
  'queue.notConfirmedHint':
    'Saisissez-le exactement comme affiché. Les comptes supprimés ne peuvent pas être restaurés.',
  'queue.noteHint': 'Ajoutez-le vous-même aux notes d’administration de l’utilisateur.',
  'queue.noteNotStored':
    'Action effectuée, mais GitLab n’a pas enregistré le motif dans les notes d’administration.',
  'queue.noteNotWritten':
    'Action effectuée, mais le motif n’a pas pu être ajouté aux notes d’administration : {reason}',
  'queue.nothingThere': 'Il n’y avait rien à supprimer.',
  'queue.nothingToChange': 'Tout était déjà en place ; rien n’a donc été modifié.',
  'queue.nothingToDecide': 'Cette action n’est plus à vérifier.',
  'queue.nothingToDecideHint': 'Vérifiez son résultat.',
  'queue.notMoved': 'Elle ne peut plus être déplacée.',
  'queue.notOfRun': 'L’exécution n’a pas créé tous ces utilisateurs.',
  'queue.notQueued': 'Rien n’a été mis en file d’attente.',
  'queue.notSaved':
    'Impossible d’enregistrer la file d’attente sur cet ordinateur ; rien n’a donc été modifié.',
  'queue.notSavedHint':
    'Vérifiez que le disque n’est pas plein et que son dossier est accessible en écriture, puis réessayez.',
  'queue.notSent': 'Rien n’a été envoyé.',
  'queue.orderKept':
    'La déplacer là changerait l’ordre des actions pour {username}, ou pour l’utilisateur avec lequel elle permuterait.',
  'queue.orderKeptHint':
    'Les actions pour un même utilisateur gardent leur ordre. Attendez l’autre action, ou annulez-la d’abord.',
  'queue.previewOutdated':
    'L’aperçu n’est plus à jour : {count, plural, one {# utilisateur changerait} many {# utilisateurs changeraient} other {# utilisateurs changeraient}} maintenant, pas {expected, number}.',
  'queue.previewOutdatedHint': 'Vérifiez à nouveau l’aperçu, puis démarrez.',
  'queue.quitAnyway': 'Quitter',
  'queue.quitKept':
    '{kept, plural, one {Elle est conservée} many {Elles sont conservées} other {Elles sont conservées}} sur cet ordinateur jusqu’au prochain démarrage de Latchkey.',
  'queue.quitKeptAndLost':
    '{kept, plural, one {# action est conservée} many {# actions sont conservées} other {# actions sont conservées}} sur cet ordinateur jusqu’au prochain démarrage de Latchkey. {lost, plural, one {# action sera perdue} many {# actions seront perdues} other {# actions seront perdues}}, car la démo se termine avec Latchkey.',
  'queue.quitLost':
    '{lost, plural, one {Elle sera perdue} many {Elles seront perdues} other {Elles seront perdues}}, car la démo se termine avec Latchkey.',
  'queue.quitStay': 'Rester',
  'queue.quitTitle':
    '{count, plural, one {# action n’a pas encore été envoyée} many {# actions n’ont pas encore été envoyées} other {# actions n’ont pas encore été envoyées}}.',
  'queue.rateLimited': 'Limite de requêtes atteinte.',
  'queue.rateLimitedHint': 'Latchkey attend le temps demandé par GitLab.',
  'queue.reasonRequired': 'Saisissez un motif, car une étape l’ajoute aux notes d’administration.',
  'queue.reasonUnchanged': 'Son motif ne peut plus être modifié.',
  'queue.renamed': '{username} s’appelle maintenant {usernameNow}.',
  'queue.runGone': 'Cette exécution n’existe plus.',
  'queue.runGoneHint': 'Rechargez la liste des exécutions.',
  'queue.signInUnknown':
    'GitLab n’indique pas si l’utilisateur s’est connecté ; il est donc conservé.',
  'queue.skippedIncomplete':
    'Le rôle ou l’état n’a pas pu être lu. Ouvrez l’utilisateur pour le lire à nouveau.',
  'queue.skippedQueued': 'Une action pour cet utilisateur est déjà en file d’attente.',
  'queue.skippedUnknown':
    'L’utilisateur n’est pas dans la liste de cet ordinateur. Le compte est peut-être supprimé ou nouveau.',
  'queue.stateChanged': '{username} était {before} et est maintenant {after}.',
  'queue.stateIsNow': '{username} est maintenant {after}.',
  'queue.undoMissed':
    'Le délai pour annuler cette suppression est passé alors que Latchkey était fermé, en veille, verrouillé ou hors ligne.',
  'queue.undoMissedHint':
    'Rien n’a été envoyé. Décidez si l’utilisateur doit encore être supprimé.',
  'queue.userGone': 'Cet utilisateur n’existe plus.',
  'queue.userGoneHint': 'Le compte a été supprimé entre-temps. Rien n’a été modifié.',
  'queue.userUnconfirmed':
    'La réponse ne vient peut-être pas de GitLab ; l’utilisateur existe donc peut-être encore. Latchkey réessaiera.',
  'queue.usersRefused': 'Impossible de lire les utilisateurs : {reason}',
  'queue.usersRefusedHint':
    'Les administrateurs peuvent lire tous les utilisateurs : un intermédiaire devant GitLab a peut-être répondu, ou votre compte est restreint. Latchkey réessaiera.',
  'queue.wasCancelled': '« {action} » pour {username} a été annulé.',
  'queue.wasRefused': '« {action} » pour {username} a été refusé.',
}
