/**
 * After a restore, the recorder posts everything since the backup again, and its residents may have been notified the
 * first time. So a notice created after a restore about what came before it is a possible duplicate. We cannot know
 * which ones are, so all of them count until this many days after staff released delivery.
 */
export const repostedWithinDays = 30
