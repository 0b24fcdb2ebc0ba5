/** The URLs of the screens, and of the files beside them. */
export const ownReportPath = '/app/account/report';
export const ownReportFilePath = `${ownReportPath}.json`;

export const memberReportPath = (member: string) => `/app/members/${member}/report`;
export const memberReportFilePath = (member: string) => `${memberReportPath(member)}.json`;
