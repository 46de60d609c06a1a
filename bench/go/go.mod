module clew.dev/arena

go 1.19
