/** A session lasts at most so many hours, even in use. The county sets how long it may be idle: shared/settings/user-admin.ts. */
export const maxSessionHours = 12
