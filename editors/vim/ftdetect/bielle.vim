au BufRead,BufNewFile *.bl set filetype=bielle
