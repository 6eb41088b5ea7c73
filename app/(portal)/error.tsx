'use client';

import { SomethingWrong } from '#components/shell/something-wrong.tsx';

export default SomethingWrong;
