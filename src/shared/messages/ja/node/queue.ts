import type { queue as english } from '../../en/node/queue.ts'

export const queue: Record<keyof typeof english, string> = {
  'queue.accountEnds':
    '{username}への「{action}」がキューにあるため、後に続く操作は追加できません。',
  'queue.accountEndsHint': '先にその操作をキャンセルしてください。',
  'queue.actionGone': 'この操作はもうキューにありません。',
  'queue.actionGoneHint': '操作の一覧を再読み込みしてください。',
  'queue.afterAction': '「{action}」の後: {objection}',
  'queue.alreadyGone': 'アカウントはすでに削除されていたため、変更はありません。',
  'queue.alreadyInState': 'ユーザーの状態はすでに「{state}」だったため、変更はありません。',
  'queue.alreadyWithoutTwoFactor': '2要素認証はすでにオフだったため、変更はありません。',
  'queue.confirmedField': '{username}と一致しません',
  'queue.conflictHint': 'この操作がまだ適切かどうかを判断してください。',
  'queue.deletionLikely':
    'GitLabから応答はありませんでしたが、アカウントはブロックされました。削除が進行中と思われます。',
  'queue.deletionLikelyHint': 'アカウントがなくなるまで、Latchkeyが確認を続けます。',
  'queue.deletionRuns': 'GitLabが削除を受け付けました。',
  'queue.deletionRunsHint':
    'アカウントはバックグラウンドで削除されるため、しばらくユーザーが一覧に残る場合があります。',
  'queue.deletionUnconfirmed':
    'GitLabから応答がなく、アカウントはまだ存在します。削除が進行中の可能性があります。',
  'queue.deletionUnconfirmedHint':
    'Latchkeyが確認を続けます。GitLabに届いていないことが確実な場合のみ、もう一度送信してください。',
  'queue.due': 'この操作の指定日になりました。',
  'queue.dueHint': '元に戻せない操作のため、確認した場合のみ送信されます。',
  'queue.earlierStepFailed': 'このユーザーに対する前のステップが実行されませんでした。',
  'queue.expired': '操作は7日以内に送信されませんでした。',
  'queue.expiredHint': 'ユーザーを確認し、まだ適切であれば操作を再試行してください。',
  'queue.expiredUnconfirmed':
    'GitLabから応答がなく、Latchkeyの確認時に操作は実行されていませんでした。その後も7日以内に再送信されませんでした。',
  'queue.fieldsChanged': 'その間に、同じフィールドが他の人によって変更されました。',
  'queue.fieldsIgnored': 'GitLabで{fields}は変更されませんでした。',
  'queue.goneUnconfirmed':
    'GitLabから応答がなく、ユーザーはもう存在しないため、結果を確認できません。',
  'queue.goneUnconfirmedHint': 'その間にアカウントが削除されました。対応は必要ありません。',
  'queue.hasBeenActive': 'ユーザーはすでに活動しているため、保持されます。',
  'queue.hasExpired': '{username}への「{action}」は期限切れになり、送信されませんでした。',
  'queue.hasSignedIn': 'ユーザーはすでにサインインしているため、保持されます。',
  'queue.isDone': '{username}への「{action}」は完了しました。',
  'queue.isInProgress': '{username}への「{action}」は進行中です。',
  'queue.isQueued': '{username}への「{action}」はキューにあります。',
  'queue.isScheduled': '{username}への「{action}」は予定されています。',
  'queue.isUnknown': '{username}への「{action}」は送信済みで、結果はまだわかりません。',
  'queue.needsReview': '{username}への「{action}」は要確認です。',
  'queue.noAnswer': 'GitLabから応答がありませんでした。',
  'queue.noEffect': 'GitLabは「{action}」を受け付けましたが、何も変更されませんでした。',
  'queue.noEffectHint': 'ユーザーを確認してから、対応を決めてください。',
  'queue.notAdministrator': 'このアカウントは管理者ではなくなりました。',
  'queue.notAdministratorHint': '別の管理者が権限を戻せます。',
  'queue.notAllRemoved': 'GitLabで一部が削除されませんでした。',
  'queue.notAllRemovedHint': 'ユーザーを確認してから、再試行してください。',
  'queue.notConfirmed': '入力したユーザー名が{username}と一致しません。',
  'queue.notConfirmedHint':
    '表示のとおりに正確に入力してください。削除したアカウントは復元できません。',
  'queue.noteHint': 'ユーザーの管理者メモに手動で追加してください。',
  'queue.noteNotStored': '完了しましたが、管理者メモの理由はGitLabに保存されませんでした。',
  'queue.noteNotWritten': '完了しましたが、管理者メモに理由を追加できませんでした: {reason}',
  'queue.nothingThere': '削除するものはありませんでした。',
  'queue.nothingToChange': 'すべて設定済みだったため、変更はありません。',
  'queue.nothingToDecide': 'この操作の確認は不要になりました。',
  'queue.nothingToDecideHint': '結果を確認してください。',
  'queue.notMoved': 'もう移動できません。',
  'queue.notOfRun': 'この実行で作成されていないユーザーが含まれています。',
  'queue.notQueued': 'キューに何も追加されていません。',
  'queue.notSaved': 'キューをこのコンピューターに保存できなかったため、変更はありません。',
  'queue.notSavedHint':
    'ディスクに空きがあり、フォルダーに書き込めることを確認してから、もう一度お試しください。',
  'queue.notSent': '何も送信されていません。',
  'queue.orderKept':
    'そこへ移動すると、{username}、または入れ替わるユーザーに対する操作の順序が変わります。',
  'queue.orderKeptHint':
    '同じユーザーへの操作の順序は変えられません。他の操作が終わるのを待つか、先にキャンセルしてください。',
  'queue.previewOutdated':
    'プレビューが最新ではありません。現在変更されるのは{count, plural, other {#人のユーザー}}で、{expected, number}人ではありません。',
  'queue.previewOutdatedHint': 'プレビューを確認し直してから、開始してください。',
  'queue.quitAnyway': '終了',
  'queue.quitKept':
    '{kept, plural, other {Latchkeyを次に起動するまで、}}このコンピューターに保持されます。',
  'queue.quitKeptAndLost':
    '{kept, plural, other {#件の操作}}は、Latchkeyを次に起動するまでこのコンピューターに保持されます。{lost, plural, other {#件の操作}}は、Latchkeyとともにデモが終了するため失われます。',
  'queue.quitLost': '{lost, plural, other {Latchkeyとともにデモが終了するため、}}失われます。',
  'queue.quitStay': '終了しない',
  'queue.quitTitle': '{count, plural, other {まだ送信されていない操作が#件あります}}。',
  'queue.rateLimited': 'レート制限に達しました。',
  'queue.rateLimitedHint': 'GitLabが求める時間だけ待ちます。',
  'queue.reasonRequired': 'ステップで管理者メモに追加するため、理由を入力してください。',
  'queue.reasonUnchanged': '理由はもう変更できません。',
  'queue.renamed': '{username}のユーザー名は{usernameNow}に変わりました。',
  'queue.runGone': 'この実行はもう存在しません。',
  'queue.runGoneHint': '実行の一覧を再読み込みしてください。',
  'queue.signInUnknown': 'サインインの有無がGitLabから得られないため、ユーザーは保持されます。',
  'queue.skippedIncomplete':
    'ロールまたは状態を読み取れませんでした。ユーザーを開いて、もう一度読み込んでください。',
  'queue.skippedQueued': 'このユーザーへの操作がすでにキューにあります。',
  'queue.skippedUnknown':
    'ユーザーがこのコンピューターの一覧にありません。アカウントは削除されたか、新しく作成された可能性があります。',
  'queue.stateChanged': '{username}の状態が「{before}」から「{after}」に変わりました。',
  'queue.stateIsNow': '{username}の状態は「{after}」になりました。',
  'queue.undoMissed':
    'Latchkeyの終了中、スリープ中、ロック中、またはオフライン中に、この削除を元に戻せる時間が過ぎました。',
  'queue.undoMissedHint': '何も送信されていません。ユーザーを削除するかどうかを決めてください。',
  'queue.userGone': 'このユーザーはもう存在しません。',
  'queue.userGoneHint': 'その間にアカウントが削除されました。変更はありません。',
  'queue.userUnconfirmed':
    '応答がGitLabからのものではない可能性があるため、ユーザーはまだ存在するかもしれません。Latchkeyが再試行します。',
  'queue.usersRefused': 'ユーザーを読み取れません: {reason}',
  'queue.usersRefusedHint':
    '管理者はすべてのユーザーを読み取れるため、GitLabの手前にあるものが応答したか、アカウントが制限されている可能性があります。Latchkeyが再試行します。',
  'queue.wasCancelled': '{username}への「{action}」はキャンセルされました。',
  'queue.wasRefused': '{username}への「{action}」は却下されました。',
}
